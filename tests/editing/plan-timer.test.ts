import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isoAt, systemClock } from '#server/base/clock.ts';
import { dayMs, minuteMs, secondMs } from '#server/base/durations.ts';
import { keepPlans } from '#server/features/editing/plans/keep-plans.ts';
import { silentLog } from '../helpers/databases.ts';
import { openPlannedPages } from '../helpers/planned-pages.ts';

/** A worker as each process has one, with the clock and the timers of the test. */
async function startWorker() {
  const pages = await openPlannedPages('sqlite', ['spring', 'winter']);
  await pages.plan('新內文。');
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: Date.parse('2026-12-01T00:00:00.000Z'),
  });
  onTestFinished(() => void vi.useRealTimers());
  const worker = keepPlans({ ...pages.tools, log: silentLog });
  onTestFinished(() => worker.close());
  /** Resolves when it has looked, and waits for its next look. A poll of Vitest would move the clock. */
  const rest = async () => {
    while (vi.getTimerCount() === 0) await nextTurn();
  };
  return {
    ...pages,
    async goOn(ms: number) {
      await rest();
      await vi.advanceTimersByTimeAsync(ms);
      await rest();
    },
    lateness: async () =>
      (await pages.carriedOut()).map(({ at, detail }) => Date.parse(at) - Date.parse(detail ?? '')),
  };
}

test('a plan is carried out at its very moment', async () => {
  const { goOn, planFor, lateness } = await startWorker();
  await goOn(0);
  await planFor(isoAt(systemClock.now() + minuteMs + 300));
  for (let second = 0; second < 60; second += 1) await goOn(secondMs);
  await goOn(299);
  expect(await lateness()).toEqual([]);
  await goOn(1);
  expect(await lateness()).toEqual([0, 0]);
});

test('a plan that another process makes is known in a second', async () => {
  const { goOn, planFor, lateness } = await startWorker();
  await goOn(0);
  await goOn(500);
  const at = systemClock.now() + 700;
  // Nobody tells this process of it.
  await planFor(isoAt(at));
  await goOn(500);
  expect(await lateness()).toEqual([]);
  await goOn(200);
  expect(systemClock.now()).toBe(at);
  expect(await lateness()).toEqual([0, 0]);
});

test('a clock that is set delays no plan by more than a second', async () => {
  const { goOn, planFor, lateness } = await startWorker();
  await goOn(0);
  const at = systemClock.now() + 2 * dayMs;
  await planFor(isoAt(at));
  await goOn(secondMs);
  vi.setSystemTime(systemClock.now() - dayMs);
  await goOn(secondMs);
  expect(await lateness()).toEqual([]);
  // The clock jumps, like after a sleep of the machine.
  vi.setSystemTime(at);
  await goOn(secondMs);
  const late = await lateness();
  expect(late).toHaveLength(2);
  for (const ms of late) expect(ms).toBeLessThanOrEqual(secondMs);
});
