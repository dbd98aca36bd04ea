import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openChangeFeed, type ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { registerEdges } from '#server/features/edge/purge-outbox.ts';
import { everythingTag, tags } from '#server/freshness/tags.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, aProduct, contentFolder, aDrawing, type Files } from '../helpers/content.ts';
import {
  engines,
  isPooled,
  preparedDatabaseConfig,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt } from '../helpers/site.ts';

interface Setting {
  db: Database;
  /** Another process: its own connections to the same database. */
  other: Database;
  feed: ChangeFeed;
  clock: ReturnType<typeof aClockAt>;
  import(files: Files, options?: { prune: boolean }): Promise<void>;
  /** Everything reported since the last call. */
  changes(): Promise<Set<string>>;
}

async function openSetting(engine: EngineName): Promise<Setting> {
  const config = await preparedDatabaseConfig(engine);
  const db = await openDatabase(config, silentLog);
  const other = await openDatabase(config, silentLog);
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const dataDir = temporaryFolder();
  const imports = async (files: Files, options?: { prune: boolean }) => {
    await importContent(contentFolder(files), other, folderStore(dataDir), options);
  };
  await imports(start);
  const feed = await openChangeFeed(db, clock, silentLog);
  onTestFinished(async () => {
    await feed.close();
    await other.close();
    await db.close();
  });
  let seen = new Set<string>();
  const note = (changed: ChangedTags) => {
    for (const tag of changed === 'everything' ? ['everything'] : changed)
      if (!formerTags.test(tag)) seen.add(tag);
  };
  feed.subscribe(note);
  return {
    db,
    other,
    feed,
    clock,
    import: imports,
    async changes() {
      await newsHasCome({ changeFeed: feed });
      const changes = seen;
      seen = new Set();
      return changes;
    },
  };
}

/** Announced for processes of an older build: see former-names.ts. */
const formerTags = /^(?:author-articles:|product-articles:|products of )/;

const start: Files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle({ products: ['baozhong'] }),
  'articles/other.md': anArticle({ title: '別篇', author: 'chen' }),
  'products/baozhong.md': aProduct(),
  'products/pot.md': aProduct({ name: '壺' }),
  'media/tea.svg': aDrawing,
  'site.yaml': 'name: 測試誌\n',
};

test.for(engines)('a write by another process on %s is reported with exactly its tags', async (engine) => {
  const setting = await openSetting(engine);
  expect(await setting.changes()).toEqual(new Set());

  await setting.import({ 'products/pot.md': aProduct({ name: '朱泥壺' }) });
  // Its name is part of its text, whose change is dated.
  expect(await setting.changes()).toEqual(
    new Set([tags.product('pot'), tags.names, tags.sitemapFiles('products')]),
  );

  // Lists have it elsewhere now, and those of a category lose it or get it.
  await setting.import({ 'products/pot.md': aProduct({ name: '朱泥壺', category: '茶器' }) });
  expect(await setting.changes()).toEqual(
    new Set([
      tags.product('pot'),
      tags.products,
      tags.productsOfCategory('茶器'),
      tags.productsOfCategory('茶葉'),
      tags.names,
    ]),
  );

  await setting.import({ 'authors/lin.md': anAuthor({ name: '林之遠' }) });
  expect(await setting.changes()).toEqual(new Set([tags.author('lin'), tags.names]));

  // A page that shows its card knows it by name.
  await setting.import({ 'articles/spring.md': anArticle({ title: '新題', products: ['baozhong'] }) });
  expect(await setting.changes()).toEqual(
    new Set([tags.article('spring'), tags.names, tags.sitemapFiles('articles')]),
  );

  // Another author and another product: the old ones lose it, the new ones get it.
  await setting.import({ 'articles/spring.md': anArticle({ author: 'chen', products: ['pot'] }) });
  expect(await setting.changes()).toEqual(
    new Set([
      tags.article('spring'),
      tags.articles,
      tags.articlesOfAuthor('chen'),
      tags.articlesOfAuthor('lin'),
      tags.articlesOfProduct('baozhong'),
      tags.articlesOfProduct('pot'),
      tags.names,
      // Its title is another again.
      tags.sitemapFiles('articles'),
    ]),
  );

  // Only the lists that it joins or leaves.
  const tagged = (...names: string[]) => anArticle({ author: 'chen', products: ['pot'], tags: names });
  await setting.import({ 'articles/spring.md': tagged('春', '茶') });
  await setting.changes();
  await setting.import({ 'articles/spring.md': tagged('茶', '雨') });
  expect(await setting.changes()).toEqual(
    new Set([
      tags.article('spring'),
      tags.articlesOfTag('春'),
      tags.articlesOfTag('雨'),
      tags.articleTags,
      tags.names,
    ]),
  );

  await setting.import({ 'media/tea.svg': aDrawing.replace('40', '41') });
  expect(await setting.changes()).toEqual(new Set([tags.media('media/tea.svg'), tags.pictureFiles]));

  await setting.import({ 'site.yaml': 'name: 新名\n' });
  expect(await setting.changes()).toEqual(new Set([tags.site]));
});

test.for(engines)('a write by hand, in SQL, is reported too on %s', async (engine) => {
  const setting = await openSetting(engine);
  await sql`update products set price_twd = 1 where id = 'pot'`.execute(setting.other.write);
  expect(await setting.changes()).toEqual(new Set([tags.productPrices, tags.product('pot')]));
  await sql`delete from articles where id = 'spring'`.execute(setting.other.write);
  expect([...(await setting.changes())]).toEqual(
    expect.arrayContaining([tags.article('spring'), tags.articles, tags.articlesOfProduct('baozhong')]),
  );
});

test.for(engines)('%s can say that everything has changed', async (engine) => {
  const { other, changes } = await openSetting(engine);
  await (
    engine === 'sqlite'
      ? sql`insert into changes (tag, seq) select ${everythingTag}, max(seq) + 1 from changes`
      : sql`select announce_changes(array[${everythingTag}])`
  ).execute(other.write);
  expect(await changes()).toEqual(new Set(['everything']));
});

test.for(engines)('a write that is rolled back is not reported on %s', async (engine) => {
  const setting = await openSetting(engine);
  const attempt = setting.other.write.transaction().execute(async (trx) => {
    await trx.updateTable('products').set({ price_twd: 1 }).where('id', '=', 'pot').execute();
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect(await setting.changes()).toEqual(new Set());
});

test.for(engines)('importing the same content again reports nothing on %s', async (engine) => {
  const setting = await openSetting(engine);
  await setting.import(start);
  expect(await setting.changes()).toEqual(new Set());
});

test.for(engines)('becoming due is reported like a write on %s', async (engine) => {
  const setting = await openSetting(engine);
  await setting.import({
    'articles/later.md': anArticle({
      title: '之後',
      publishedAt: '2026-12-01T00:00:00Z',
      products: ['pot'],
      tags: ['冬'],
    }),
    'products/later.md': aProduct({ name: '之後', publishedAt: '2026-12-02T00:00:00Z' }),
  });
  await setting.changes();

  setting.clock.set('2026-11-30T23:59:59Z');
  expect(await setting.changes()).toEqual(new Set());
  setting.clock.set('2026-12-01T00:00:00Z');
  expect(await setting.changes()).toEqual(
    new Set([
      tags.article('later'),
      tags.articles,
      tags.articlesOfAuthor('lin'),
      tags.articlesOfProduct('pot'),
      tags.articlesOfTag('冬'),
      tags.articleTags,
      tags.names,
      tags.sitemapFiles('articles'),
    ]),
  );
  expect(await setting.changes()).toEqual(new Set());
  setting.clock.set('2027-01-01T00:00:00Z');
  expect(await setting.changes()).toEqual(
    new Set([
      tags.product('later'),
      tags.products,
      tags.productsOfCategory('茶葉'),
      tags.names,
      tags.sitemapFiles('products'),
    ]),
  );
});

test.for(engines)('two moments that pass together are both reported on %s', async (engine) => {
  const setting = await openSetting(engine);
  await setting.import({
    'articles/later.md': anArticle({ publishedAt: '2026-12-01T00:00:00Z' }),
    'products/later.md': aProduct({ publishedAt: '2026-12-02T00:00:00Z' }),
  });
  await setting.changes();
  setting.clock.set('2027-01-01T00:00:00Z');
  const both = [...(await setting.changes()), ...(await setting.changes())];
  expect(both).toEqual(expect.arrayContaining([tags.article('later'), tags.product('later')]));
});

test.runIf(engines.includes('postgres') && !isPooled())(
  'on PostgreSQL a lost connection says that nothing can be trusted, and everything is new when it is back',
  async () => {
    const setting = await openSetting('postgres');
    expect(setting.feed.catchUp()).toBe(true);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen%' and datname = current_database()`.execute(setting.other.write);
    await expect.poll(() => setting.feed.catchUp()).toBe(false);
    await expect.poll(() => setting.feed.catchUp()).toBe(true);
    expect(await setting.changes()).toEqual(new Set(['everything']));
    await setting.import({ 'products/pot.md': aProduct({ name: '新壺' }) });
    expect(await setting.changes()).toEqual(
      new Set([tags.product('pot'), tags.names, tags.sitemapFiles('products')]),
    );
  },
);

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL what the manual says after a restore without triggers is a change of everything, for caches in front too',
  async () => {
    const { other, changes } = await openSetting('postgres');
    await registerEdges(other, { urls: ['http://edge.example/'], siteKey: 's1', now: Date.now() });
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
    const setting = await openSetting('postgres');
    await sql`truncate article_products`.execute(setting.other.write);
    expect(await setting.changes()).toEqual(new Set(['everything']));
  },
);

test.for(engines)('who has just written may keep what is read next on %s', async (engine) => {
  const { db, feed } = await openSetting(engine);
  await sql`update authors set name = '林' where id = 'lin'`.execute(db.write);
  expect(await feed.settle()).toBe(true);
  expect(feed.catchUp()).toBe(true);
});

test.for(engines)('many who have just written each hear of their own write on %s', async (engine) => {
  const setting = await openSetting(engine);
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
