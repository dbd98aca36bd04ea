import { sql, type CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { findEntries, type FoundBy } from '#server/features/editing/lists/find-entries.ts';
import { fieldFilterOf } from '#server/features/editing/lists/list-filter.ts';
import { listFilterOf } from '#server/features/editing/lists/product-filter.ts';
import { parseMark } from '#server/features/editing/lists/entry-rows.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { fold } from '#server/search/text/fold.ts';
import { matches } from '#server/search/text/matches.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { canonical } from '#server/search/text/runs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { planOf, recordQueries } from '../helpers/query-plans.ts';

const names = ['臺灣烏龍茶', '凍頂 Oolong 茶', '白瓷壺', '方面包括', '台湾高山茶', '茶則 120 ml'];
const states = ['published', 'published', 'draft', 'published', 'archived'];

const files: Files = Object.fromEntries(
  Array.from({ length: 240 }, (_, n) => [
    `products/${n % 7 === 0 ? 'tea' : 'p'}-${n}.md`,
    aProduct({ name: `${names[n % names.length]} ${n}`, status: states[n % states.length] }),
  ]),
);

const now = '2026-06-01T00:00:00.000Z';

async function openFilled(engine: (typeof engines)[number]): Promise<Database> {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const entries = await db.read.selectFrom('entries').select(['key', 'id']).execute();
  // An import changes all of it at once; editors do not.
  for (const [n, { key, id }] of entries.toSorted((a, b) => (a.id < b.id ? 1 : -1)).entries()) {
    const at = `2026-01-01T00:${String(n % 60).padStart(2, '0')}:00.000Z`;
    await db.write.updateTable('entries').set({ changed_at: at }).where('key', '=', key).execute();
    if (/[37]$/.test(id))
      await db.write
        .insertInto('drafts')
        .values({
          entry_key: key,
          document: '',
          base_hash: null,
          account_id: null,
          account_name: '',
          saved_at: at,
        })
        .execute();
  }
  return db;
}

/** The entries of all pages together, by a check of every entry. */
async function findByLooking(db: Database, { search, state }: FoundBy): Promise<string[]> {
  const { words } = parseQuery(search);
  const rows = await db.read
    .selectFrom('entries')
    .leftJoin('drafts', 'drafts.entry_key', 'entries.key')
    .select(['key', 'id', 'title', 'state', 'changed_at', 'drafts.entry_key as draft'])
    .where('kind', '=', 'products')
    .execute();
  return rows
    .filter((row) =>
      state === 'changed'
        ? row.state === 'published' && row.draft !== null
        : state === null || row.state === state,
    )
    .filter(
      ({ id, title }) =>
        id.startsWith(search) ||
        (words.length > 0 &&
          words.every(({ readings }) => readings.some((one) => matches(canonical(fold(title)), one)))),
    )
    .toSorted((a, b) => (`${a.changed_at} ${a.key}` < `${b.changed_at} ${b.key}` ? 1 : -1))
    .map(({ id }) => id);
}

async function readPages(db: Database, asked: FoundBy, maxFound: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 100; page += 1) {
    const { items, next } = await findEntries(db.read, { ...asked, after: parseMark(after) }, maxFound);
    ids.push(...items.map(({ id }) => id));
    if (next === null) return ids;
    after = next;
  }
  throw new Error('the list has no end');
}

const filter = listFilterOf(
  { category: '茶葉', availability: 'sold_out', hasNoPicture: true, isOnSale: false },
  new Map(),
);

test.for(engines)('pages of filtered entries on %s have each entry once, in order', async (engine) => {
  const db = await openFilled(engine);
  // It is their last change.
  await db.write
    .updateTable('products')
    .set({ now_availability: 'sold_out' })
    .where('id', 'like', '%5')
    .execute();
  const entries = await db.read
    .selectFrom('entries')
    .select(['id', 'key', 'changed_at'])
    .where('kind', '=', 'products')
    .where('id', 'like', '%5')
    .execute();
  const expected = entries
    .toSorted((a, b) => (`${a.changed_at} ${a.key}` < `${b.changed_at} ${b.key}` ? 1 : -1))
    .map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(20);
  for (const maxFound of [20, 5_000])
    expect(await readPages(db, { kind: 'products', search: '', state: null, now, filter }, maxFound)).toEqual(
      expected,
    );
});

test.for(engines)('pages of found entries on %s have each entry once, in order', async (engine) => {
  const db = await openFilled(engine);
  let found = 0;
  for (const search of ['茶', '台灣', '乌龙', 'oolong', 'p-1', '面包', '。']) {
    for (const state of [null, 'published', 'draft', 'archived', 'changed'] as const) {
      const asked = { kind: 'products', search, state, now } as const;
      const expected = await findByLooking(db, asked);
      found += expected.length;
      // So few that what is published is looked through as well, and more than there are.
      for (const maxFound of [20, 5_000])
        expect(await readPages(db, asked, maxFound), `${search} ${state} ${maxFound}`).toEqual(expected);
    }
  }
  expect(found).toBeGreaterThan(300);
});

test.for(engines)('a search for entries on %s reads few of them', async (engine) => {
  const db = await openFilled(engine);
  await addOthers(db);
  const recorded = recordQueries(db);
  for (const state of [null, 'published', 'draft', 'changed'] as const)
    for (const maxFound of [20, 5_000])
      for (const after of [null, '2026-01-01T00:30:00.000Z a'])
        await findEntries(
          recorded.db,
          { kind: 'products', search: '茶', state, now, after: parseMark(after) },
          maxFound,
        );
  for (const state of [null, 'published', 'scheduled', 'archived', 'changed'] as const)
    for (const search of ['', '茶'])
      await findEntries(recorded.db, { kind: 'products', search, state, now, after: null, filter });
  const ofFields = fieldFilterOf('articles', { author: 'lin', tag: '茶' });
  for (const search of ['', '茶'])
    await findEntries(recorded.db, {
      kind: 'articles',
      search,
      state: null,
      now,
      after: null,
      filter: ofFields,
    });
  const asked = [...recorded.asked.values()].filter(({ sql: text }) => text.includes('entries'));
  expect(asked.length).toBeGreaterThan(5);
  for (const query of asked) expect.soft(await readsMany(db, query), query.sql).toEqual([]);
});

/** Adds entries in all states, changed before the others and with other titles. */
async function addOthers(db: Database): Promise<void> {
  const numbers =
    db.engine === 'sqlite'
      ? sql`(with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000) select i from n)`
      : sql`generate_series(1, 20000) as n (i)`;
  await sql`insert into entries (key, kind, id, version, title, state, changed_at)
    select 'other-key-of-entry-' || i, 'products', 'other-' || i, 1, '無關',
      case when i % 2 = 0 then 'published' else 'draft' end, '2025-01-01T00:00:00.000Z' from ${numbers}`.execute(
    db.write,
  );
  if (db.engine === 'postgres') await sql`analyze`.execute(db.write);
}

/** Steps of a plan that read more than a step of the list, or more entries than requested. */
async function readsMany(db: Database, query: CompiledQuery): Promise<string[]> {
  if (db.engine === 'sqlite') {
    const steps = await planOf(db, query);
    const narrow =
      /entries_by_change \(kind=\?|entries_by_state \(kind=\? AND state=\?|entries_by_id \(kind=\? AND id[=>]|entries USING INDEX \w+ \(key=\?/;
    const isSortedOfDrafts = query.sql.includes('from "drafts"');
    return steps.filter(
      (step) =>
        (/\bentries\b/.test(step) && !narrow.test(step)) || (/TEMP B-TREE/.test(step) && !isSortedOfDrafts),
    );
  }
  const counts = (await planOf(db, query)).flatMap((step) => [
    ...step.matchAll(/actual rows=(\d+)|Rows Removed by Filter: (\d+)/g),
  ]);
  return counts.map(([text]) => text).filter((text) => Number(/\d+/.exec(text)?.[0]) > 500);
}

test('an editor finds what is called so in other characters, and what begins so', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const lin = await signIn();
  expect((await lin.get('/edit/products?q=台灣')).text).toContain('臺灣烏龍茶 0');
  expect((await lin.get('/edit/products?q=tea-10')).text).toContain('/edit/products/tea-105');
  expect((await lin.get('/edit/products?q=無此物')).text).toContain('沒有符合的項目');
});
