import type { Response } from 'express';
import type { EdgeAnswers, EdgeHeaders } from '#server/features/edge/edge-answers.ts';
import type { ReadGuard } from '#server/freshness/read-guard.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';

/**
 * Headers of a new answer for caches in front. Null where it may only be sent, such as when something that it read has
 * changed since; undefined where no cache in front keeps pages.
 */
export function edgeHeadersOf(
  answers: EdgeAnswers | undefined,
  guard: ReadGuard,
  entry: Pick<CacheEntry<unknown>, 'tags' | 'validUntil'>,
): EdgeHeaders | null | undefined {
  if (answers === undefined) return undefined;
  return guard.isStillValid(entry.tags) ? answers.headersOf(entry) : null;
}

/**
 * Headers of an answer, as `writeHead` takes them, with those for caches in front. These keep an answer for everybody,
 * so it varies by cookie: by that of a session, and by that of the colour mode.
 */
export function withEdgeHeaders(headers: readonly string[], edge: EdgeHeaders): string[] {
  const all: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (name === 'Cache-Control') all.push(name, edge.cacheControl);
    else if (name === 'Vary') all.push(name, `${value}, Cookie`);
    else all.push(name, value);
  }
  return [...all, ...edge.pairs.flat()];
}

/** For an answer that Express writes. */
export function setEdgeHeaders(response: Response, edge: EdgeHeaders): void {
  response.set('Cache-Control', edge.cacheControl).vary('Cookie');
  for (const [name, value] of edge.pairs) response.set(name, value);
}
