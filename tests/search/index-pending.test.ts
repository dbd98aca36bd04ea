import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { keepIndexed } from '#server/search/index/keep-indexed.ts';
import { rebuildIndex } from '#server/search/index/rebuild.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';

const saved = '夜裡焙過火的';

async function openFilled(): Promise<Database> {
  const db = await openTestDatabase('postgres');
  const articles = Array.from({ length: 260 }, (_, n) => [`articles/a${n}.md`, anArticle({ author: 'lin' })]);
  const files = { 'authors/lin.md': anAuthor(), ...Object.fromEntries(articles) };
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  return db;
}

async function save(db: Database): Promise<void> {
  await writeTransaction(db, async (trx) => {
    await trx.updateTable('articles').set({ title: saved }).where('id', '=', 'a7').execute();
    await indexMarked(trx);
  });
}

/** Sorts in what waits, and tells whether there was any. */
async function takePending(db: Database): Promise<boolean> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list(indexrelid) as pages from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'gin' and indrelid = 'search_articles'::regclass`.execute(db.write);
  return rows.some(({ pages }) => pages > 0);
}

// Without PostgreSQL on this machine there is nothing to ask.
test.runIf(engines.includes('postgres'))(
  'on PostgreSQL an import leaves nothing to sort, a save does, and is found',
  async () => {
    const db = await openFilled();
    expect(await takePending(db)).toBe(false);
    await save(db);
    expect(await idsOf(db, 'articles', saved)).toEqual(['a7']);
    expect(await takePending(db)).toBe(true);
    expect(await idsOf(db, 'articles', saved)).toEqual(['a7']);
    expect(await problemsOfIndex(db)).toEqual([]);
  },
);

test.runIf(engines.includes('postgres'))('on PostgreSQL a server sorts what saves have left', async () => {
  const db = await openFilled();
  await save(db);
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  const keeper = keepIndexed({ db, config, clock: systemClock, log: silentLog });
  await nextTurn();
  await keeper.close();
  expect(await takePending(db)).toBe(false);
  expect(await idsOf(db, 'articles', saved)).toEqual(['a7']);
});

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL an index that is made anew is sorted as the one before',
  async () => {
    const db = await openFilled();
    const before = await listIndexes(db);
    expect(await rebuildIndex(db, { clock: systemClock, step: 100 })).toBe(true);
    expect(await listIndexes(db)).toEqual(before);
    await save(db);
    expect(await takePending(db)).toBe(true);
    expect(await problemsOfIndex(db)).toEqual([]);
  },
);

/** Definitions of the indexes, without their names. */
async function listIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('search_articles'::regclass, 'search_products'::regclass)`.execute(db.read);
  return rows
    .map(({ definition }) => definition.replace(/INDEX \S+ ON \S+\.search_/, 'INDEX ON search_'))
    .sort();
}
