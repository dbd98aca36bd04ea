import { sql, type KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { everyPublishedTable, everyTable, type Announcement } from '#server/freshness/announcements.ts';
import { createSchedule, mayMoveDue } from '#server/freshness/schedule.ts';
import { openTestDatabase, silentLog } from '../helpers/databases.ts';
import { openFeedSetting } from '../helpers/feed-setting.ts';
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

test('whatever moves what becomes due, or what that announces, is known by more than the tag of an entry', () => {
  const announcing = new Map(everyTable());
  for (const { table, writes } of everyPublishedTable()) {
    const decisive: [table: string, columns: string[]][] = [[table, ['id', 'status', 'published_at']]];
    for (const write of writes.filter(hasColumns('published_at')))
      for (const tag of write.tags) {
        if ('from' in tag) decisive.push([tag.from, [tag.column, tag.where]]);
        else if ('column' in tag) decisive.push([table, [tag.column]]);
      }
    for (const [name, columns] of decisive)
      for (const column of columns) {
        const all = announcing.get(name)?.writes.filter(hasColumns(column)) ?? [];
        const named = all.flatMap(({ tags }) => tags.map((tag) => ('tag' in tag ? tag.tag : tag.kind('x'))));
        expect(mayMoveDue(named), `${name}.${column}`).toBe(true);
      }
  }
});

function hasColumns(column: string): (write: Announcement) => boolean {
  return ({ columns }) => columns === undefined || columns.some((name) => name === column);
}

test('a new text or price leaves the schedule as it is, so that what is stored is used meanwhile', async () => {
  const { other, feed } = await openFeedSetting('sqlite');
  await feed.settle();
  await sql`update products set summary = '新', price_twd = 1`.execute(other.write);
  expect(feed.catchUp()).toBe(true);
  await sql`update products set published_at = '2026-12-01T00:00:00.000Z'`.execute(other.write);
  expect(feed.catchUp()).toBe(false);
  expect(await feed.settle()).toBe(true);
});
