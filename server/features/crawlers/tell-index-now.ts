import { withBase } from '#shared/paths.ts';
import type { IndexNowConfig } from '#server/config.ts';

export interface IndexNowSite {
  indexNow: IndexNowConfig;
  basePath: string;
}

export type Told =
  | { kind: 'told' }
  /** Trying again would change nothing. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs: number | null };

const timeoutMs = 10_000;

/** Where the key proves that who tells is who answers: in the site's own folder, so that it holds below a base path too. */
export function keyPath({ key }: Pick<IndexNowConfig, 'key'>): string {
  return `/${key}.txt`;
}

/** Asks once. What cannot be reached, is too busy or fails is asked again later. */
export async function tellIndexNow(
  { indexNow, basePath }: IndexNowSite,
  urls: readonly string[],
  fetch: typeof globalThis.fetch,
): Promise<Told> {
  const { publicUrl } = indexNow;
  const body = {
    host: new URL(publicUrl).host,
    key: indexNow.key,
    keyLocation: publicUrl + withBase(basePath, keyPath(indexNow)),
    urlList: urls,
  };
  let response;
  try {
    response = await fetch(indexNow.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
  } catch (error) {
    return {
      kind: 'later',
      reason: error instanceof Error ? error.message : 'no answer',
      retryAfterMs: null,
    };
  }
  const { status, ok } = response;
  await response.body?.cancel();
  if (ok) return { kind: 'told' };
  const reason = `the answer was ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', reason };
  return { kind: 'later', reason, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) };
}

/** In seconds; a date is as good as nothing, for the pause grows by itself. */
function retryAfterMs(value: string | null): number | null {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : null;
}
