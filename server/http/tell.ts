/** Outcome of a notification to another site. */
export type Told =
  | { kind: 'accepted' }
  /** Trying again would change nothing. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs: number };

const patientMs = 10_000;

interface Message extends Pick<RequestInit, 'body' | 'headers'> {
  /** Time limit for an answer, in ms; after it the notification is tried again later. */
  timeoutMs?: number;
}

/** Posts once. An unreachable, busy or failing site is to be tried again later. */
export async function tell(
  address: string,
  { timeoutMs = patientMs, ...message }: Message,
  fetch: typeof globalThis.fetch,
): Promise<Told> {
  let answer;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    answer = await fetch(address, { method: 'POST', ...message, signal, redirect: 'error' });
  } catch (error) {
    return { kind: 'later', reason: error instanceof Error ? error.message : 'no answer', retryAfterMs: 0 };
  }
  const { status, ok, headers } = answer;
  await answer.body?.cancel();
  if (ok) return { kind: 'accepted' };
  const reason = `the answer was ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', reason };
  // In seconds; a date is as good as nothing, for the pauses grow by themselves.
  const seconds = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0] ?? '0';
  return { kind: 'later', reason, retryAfterMs: Number(seconds) * 1000 };
}
