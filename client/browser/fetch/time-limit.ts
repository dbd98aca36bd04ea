/**
 * Aborts when the time is over, or with the other signal. Made of a timer: Safari has `AbortSignal.timeout` since 16 and
 * `any` since 17.4, and a timeout of Chrome before 124 is an AbortError, as if the visitor had given up.
 */
export function timeLimit(milliseconds: number, other?: AbortSignal | null): AbortSignal {
  const limit = new AbortController();
  const end = () => limit.abort(other?.reason);
  if (other?.aborted) end();
  other?.addEventListener('abort', end, { once: true });
  setTimeout(() => limit.abort(new DOMException('no answer in time', 'TimeoutError')), milliseconds);
  return limit.signal;
}
