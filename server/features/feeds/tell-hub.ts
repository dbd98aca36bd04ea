export type HubAnswer =
  | { kind: 'told' }
  /** Trying again would change nothing. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs: number };

const timeoutMs = 10_000;

/** Tells a WebSub hub once that these feeds have changed; it fetches them then. */
export async function tellHub(
  hub: string,
  feeds: readonly string[],
  fetch: typeof globalThis.fetch,
): Promise<HubAnswer> {
  const body = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const feed of feeds) body.append('hub.url', feed);
  let answer;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    answer = await fetch(hub, { method: 'POST', body, signal, redirect: 'error' });
  } catch (error) {
    return { kind: 'later', reason: error instanceof Error ? error.message : 'no answer', retryAfterMs: 0 };
  }
  const { status, ok, headers } = answer;
  await answer.body?.cancel();
  if (ok) return { kind: 'told' };
  const reason = `the answer was ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', reason };
  // In seconds; a date is as good as nothing, for the pauses grow by themselves.
  const seconds = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0] ?? '0';
  return { kind: 'later', reason, retryAfterMs: Number(seconds) * 1000 };
}
