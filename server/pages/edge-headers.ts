import type { Response } from 'express';
import type { EdgeAnswers, EdgeHeaders } from '#server/features/edge/edge-answers.ts';
import type { ReadGuard } from '#server/freshness/read-guard.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';

/**
 * What an answer that was just made says to caches in front. Null where it may only be sent: no cache in front keeps
 * pages, or something that it read has changed since.
 */
export function edgeHeadersOf(
  answers: EdgeAnswers | undefined,
  guard: ReadGuard,
  entry: Pick<CacheEntry<unknown>, 'tags' | 'validUntil'>,
): EdgeHeaders | null {
  return answers !== undefined && guard.isStillValid(entry.tags) ? answers.headersOf(entry) : null;
}

/**
 * The headers of an answer, as `writeHead` takes them, with what caches in front are told. Those keep an answer for
 * whoever asks, so it says that cookies make another of it: those of a session, and a page is written for a colour mode.
 */
export function withEdgeHeaders(headers: readonly string[], edge: EdgeHeaders): string[] {
  const told: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (name === 'Cache-Control') told.push(name, edge.cacheControl);
    else if (name === 'Vary') told.push(name, `${value}, Cookie`);
    else told.push(name, value);
  }
  return [...told, ...edge.pairs.flat()];
}

/** For an answer that Express writes. */
export function setEdgeHeaders(response: Response, edge: EdgeHeaders): void {
  response.set('Cache-Control', edge.cacheControl).vary('Cookie');
  for (const [name, value] of edge.pairs) response.set(name, value);
}
