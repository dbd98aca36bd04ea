import { createClock, type Clock } from '#server/base/clock.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const yearMs = 365 * dayMs;

/** Distances by which somebody sets a clock ahead or back. */
export const clockSteps = [hourMs, dayMs, yearMs].flatMap((ms) => [ms, -ms]);

/** A clock of which somebody sets what it shows, while time goes by. */
export function aSettableClock(iso = '2026-11-20T04:00:00.000Z'): Clock & {
  pass(ms: number): void;
  step(ms: number): void;
} {
  let shown = Date.parse(iso);
  let elapsed = 0;
  return {
    ...createClock(
      () => shown,
      () => elapsed,
    ),
    pass(ms) {
      shown += ms;
      elapsed += ms;
    },
    step: (ms) => (shown += ms),
  };
}
