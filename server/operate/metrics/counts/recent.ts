import { minuteMs } from '#server/base/durations.ts';

/** Counts of an event: since the process began, and in the last ten minutes. */
export interface Recent {
  /** Since the process began. */
  readonly total: number;
  add(ms?: number): void;
  /** Events of the last ten minutes, at most 100; `longestMs` is 0 for events without a duration. */
  look(): { count: number; longestMs: number };
}

export function createRecent(): Recent {
  let kept: { at: number; ms: number }[] = [];
  let total = 0;
  return {
    get total() {
      return total;
    },
    add(ms = 0) {
      total += 1;
      kept.push({ at: performance.now(), ms });
      if (kept.length > maxKept) kept = kept.slice(-maxKept);
    },
    look() {
      const since = performance.now() - keptMs;
      kept = kept.filter(({ at }) => at > since);
      return { count: kept.length, longestMs: Math.round(Math.max(0, ...kept.map(({ ms }) => ms))) };
    },
  };
}

const maxKept = 100;
const keptMs = 10 * minuteMs;
