import { expect, test } from 'vitest';
import { createTally, note } from '#server/operate/metrics/counts/tally.ts';

test('what took exactly as long as a bound is counted below it, as `le` in a histogram of Prometheus says', () => {
  const tally = createTally([0.1, 0.5]);
  for (const ms of [0, 100, 100.1, 500, 501]) note(tally, ms);
  expect(tally.counts).toEqual([2, 2, 1]);
  expect(tally.sum).toBeCloseTo(1.2011);
});
