import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { registerEdges } from '#server/features/edge/purge-outbox.ts';
import { tags } from '#server/freshness/tags.ts';
import { anAuthor, aProduct } from '../helpers/content.ts';
import { engines, isPooled } from '../helpers/databases.ts';
import { openFeedSetting } from '../helpers/feed-setting.ts';

test.runIf(engines.includes('postgres') && !isPooled())(
  'on PostgreSQL a lost connection says that nothing can be trusted, and everything is new when it is back',
  async () => {
    const setting = await openFeedSetting('postgres');
    expect(setting.feed.catchUp()).toBe(true);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen%' and datname = current_database()`.execute(setting.other.write);
    await expect.poll(() => setting.feed.catchUp()).toBe(false);
    await expect.poll(() => setting.feed.catchUp()).toBe(true);
    expect(await setting.changes()).toEqual(new Set(['everything']));
    await setting.import({ 'products/pot.md': aProduct({ name: '新壺' }) });
    expect(await setting.changes()).toEqual(
      new Set([tags.product('pot'), tags.pagesOfProduct('pot'), tags.names, tags.sitemapFiles('products')]),
    );
  },
);

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL what the manual says after a restore without triggers is a change of everything, for caches in front too',
  async () => {
    const { other, clock, changes } = await openFeedSetting('postgres');
    await registerEdges(other, { urls: ['http://edge.example/'], siteKey: 's1', now: clock.now() });
    await other.write.deleteFrom('edge_purges').execute();
    const manual = readFileSync('docs/operating/postgresql.md', 'utf8');
    const [, command = ''] =
      /say afterwards that everything has changed[^`]*```sql\n(.*?)```/s.exec(manual) ?? [];
    await sql.raw(command).execute(other.write);
    expect(await changes()).toEqual(new Set(['everything']));
    expect(await other.read.selectFrom('edge_purges').select('tag').execute()).toEqual([{ tag: '*' }]);
  },
);

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL an emptied table is a change of everything',
  async () => {
    const setting = await openFeedSetting('postgres');
    await sql`truncate article_products`.execute(setting.other.write);
    expect(await setting.changes()).toEqual(new Set(['everything']));
  },
);

test.for(engines)('who has just written may keep what is read next on %s', async (engine) => {
  const { db, feed } = await openFeedSetting(engine);
  await sql`update authors set name = '林' where id = 'lin'`.execute(db.write);
  expect(await feed.settle()).toBe(true);
  expect(feed.catchUp()).toBe(true);
});

test.for(engines)('many who have just written each hear of their own write on %s', async (engine) => {
  const setting = await openFeedSetting(engine);
  const { db, feed } = setting;
  const ids = Array.from({ length: 30 }, (_, n) => `a${n}`);
  await setting.import(Object.fromEntries(ids.map((id) => [`authors/${id}.md`, anAuthor()])));
  await setting.changes();
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const heard = new Set<string>();
  feed.subscribe((changed) => {
    for (const tag of changed) heard.add(tag);
  });
  const missed: string[] = [];
  await Promise.all(
    ids.map(async (id) => {
      await sql`update authors set name = '林' where id = ${id}`.execute(db.write);
      await feed.settle();
      if (!heard.has(tags.author(id))) missed.push(id);
    }),
  );
  expect(missed).toEqual([]);
  // PostgreSQL's driver warns when a busy connection is asked something.
  expect(warnings).toEqual([]);
});
