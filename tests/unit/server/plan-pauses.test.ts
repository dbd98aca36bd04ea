import { expect, test } from 'vitest';
import { isoAt } from '#server/base/clock.ts';
import { pauseUntil } from '#server/features/editing/plans/keep-plans.ts';

const now = Date.parse('2026-12-01T00:00:00.000Z');

// So a plan is found within a second, whoever has made it, and at its very moment by those who know of it.
test.each([
  ['no plan', null, 1000],
  ['a plan in 400 ms', isoAt(now + 400), 400],
  ['a plan of tomorrow', '2026-12-02T00:00:00.000Z', 1000],
  ['a plan that is due', isoAt(now), 10],
  ['a plan that is late', isoAt(now - 60_000), 10],
])('with %s the next look is soon enough', (_, next, pause) => {
  expect(pauseUntil(next, now)).toBe(pause);
});
