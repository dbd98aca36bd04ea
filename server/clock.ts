import { minuteMs } from './durations.ts';

/** The time, injected so that tests decide what is due. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as it is stored, such as `2026-11-20T00:00:00.000Z`. */
  nowIso(): string;
  /** Milliseconds that go by evenly, also when somebody sets the clock: for what this process waits for. */
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

/** Stands for no moment: before every one of that year, and none that a clock shows. What waits for it is put off for good. */
export const never = '9999';

/**
 * Whether a stored time has come. One that is further ahead than any wait of its kind was written by a clock that was
 * ahead: whoever waited for it would wait for as long as the clock was set back.
 */
export function isOver(until: string, nowMs: number, longestMs: number): boolean {
  return until <= isoAt(nowMs) || (until > isoAt(nowMs + longestMs + maxSkewMs) && until < never);
}
