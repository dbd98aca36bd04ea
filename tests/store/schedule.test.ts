import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createSchedule } from '#server/freshness/schedule.ts';
import { openTestDatabase, silentLog } from '../helpers/databases.ts';
import { aClockAt } from '../helpers/site.ts';

test('thousands of changes at once are followed by one reading of what becomes due, and it is known after', async () => {
  let queries = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = await openTestDatabase('sqlite');
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const schedule = createSchedule(db.read.withPlugin(counting), clock, silentLog);
  const readings = Array.from({ length: 2_000 }, () => schedule.reload());
  expect(schedule.consumeDue()).toBeNull();
  await Promise.all(readings);
  expect(schedule.consumeDue()).toEqual([]);
  expect(queries).toBe(1);
  await schedule.reload();
  expect(queries).toBe(2);
});

test('what was being read when a change came is not taken for what is due after it', async () => {
  const db = await openTestDatabase('sqlite');
  const clock = aClockAt('2026-11-20T04:00:00Z');
  // The change may come at each step at which the reading goes on.
  for (let step = 0; step < 40; step += 1) {
    const first = Promise.withResolvers<void>();
    const answers = [first.promise, new Promise<void>(() => {})];
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let readings = 0;
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        begun[readings]?.resolve();
        await answers[readings++];
        return result;
      },
    };
    const schedule = createSchedule(db.read.withPlugin(slow), clock, silentLog);
    const reading = schedule.reload();
    await begun[0]?.promise;
    first.resolve();
    for (let i = 0; i < step; i += 1) await Promise.resolve();
    void schedule.reload();
    await reading;
    await begun[1]?.promise;
    expect(schedule.consumeDue(), `step ${step}`).toBeNull();
  }
});
