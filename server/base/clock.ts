import { minuteMs } from './durations.ts';

/** The time, injected so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as it is stored, such as `2026-11-20T00:00:00.000Z`. */
  nowIso(): string;
  /** Monotonic time in milliseconds, unaffected by changes of the clock: for waits of this process. */
  elapsed(): number;
}

export const systemClock = createClock(
  () => Date.now(),
  () => performance.now(),
);

export function createClock(now: () => number, elapsed = now): Clock {
  return { now, nowIso: () => isoAt(now()), elapsed };
}

/** Spells a time as it is stored. */
export function isoAt(ms: number): string {
  return new Date(ms).toISOString();
}

/** The clocks of machines that share a database differ by less, unless one of them is wrong. */
export const maxSkewMs = minuteMs;

/**
 * A time that never comes: before every one of that year, and none that a clock shows. Work due then is put off for
 * good.
 */
export const never = '9999';

/**
 * Whether a stored time has come. One further ahead than any wait of its kind was written by a clock that was ahead: it
 * counts as over, since a wait for it would be as long as the clock was set back.
 */
export function isOver(until: string, nowMs: number, longestMs: number): boolean {
  return until <= isoAt(nowMs) || (until > isoAt(nowMs + longestMs + maxSkewMs) && until < never);
}
