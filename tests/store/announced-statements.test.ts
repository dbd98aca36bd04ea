import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settleOffers } from '#server/content/offers/settle-offers.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { primaryKeys } from '#server/db/tables/primary-keys.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { everyTable } from '#server/freshness/announcements.ts';
import { tags } from '#server/freshness/tags.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, aProduct, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder, type EngineName } from '../helpers/databases.ts';
import { watchedTags } from '../helpers/watched-tags.ts';

const url = 'http://edge.example/';

/** Products, articles, and a cache in front. */
async function openFilled(engine: EngineName): Promise<Database> {
  const db = await openTestDatabase(engine);
  const files = {
    'authors/lin.md': anAuthor(),
    'authors/chen.md': anAuthor(),
    'articles/spring.md': anArticle({ author: 'lin', products: ['a'] }),
    'articles/autumn.md': anArticle({ author: 'lin' }),
    'products/a.md': aProduct({ price: 100 }),
    'products/b.md': aProduct({ price: 200 }),
    'products/c.md': aProduct({ price: 300 }),
  };
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  await sql`insert into edges (url, site_key, due_until) values (${url}, 's', '')`.execute(db.write);
  return db;
}

/** Tags of the change feed and of the cache in front after a write. */
async function announcedBy(db: Database, write: () => Promise<unknown>): Promise<string[]> {
  const newTags = await watchedTags(db);
  await db.write.deleteFrom('edge_purges').execute();
  await write();
  const queued = await db.read.selectFrom('edge_purges').select('tag').distinct().execute();
  const announced = await newTags();
  expect(queued.map(({ tag }) => tag).filter((tag) => tag !== 'the end')).toEqual(
    expect.arrayContaining(announced),
  );
  return announced;
}

test.for(engines)('a statement for several rows on %s announces the tags of each', async (engine) => {
  const db = await openFilled(engine);
  const run = (text: string) => announcedBy(db, () => sql.raw(text).execute(db.write));

  expect(await run(`update products set summary = 'x' where id in ('a', 'b')`)).toEqual([
    'product:a',
    'product:a:pages',
    'product:b',
    'product:b:pages',
  ]);
  // The same number of prices, with others among them.
  expect(
    await run(
      `update products set list_price = 300 - list_price, price_twd = 300 - price_twd where id in ('a', 'b')`,
    ),
  ).toEqual(
    [
      ...['a', 'b'].flatMap((id) => [tags.product(id), tags.pagesOfProduct(id)]),
      tags.productPrices,
    ].toSorted(),
  );
  expect(await run(`update products set summary = 'y' where id = 'missing'`)).toEqual([]);
  expect(await run(`update articles set author_id = 'chen'`)).toEqual(
    expect.arrayContaining([
      tags.article('autumn'),
      tags.article('spring'),
      tags.articlesOfAuthor('chen'),
      tags.articlesOfAuthor('lin'),
      tags.articlesOfProduct('a'),
    ]),
  );
  // Two of an operator's renames in one statement.
  const renamed = await run(`update products set id = id || '2' where id in ('b', 'c')`);
  for (const id of ['b', 'b2', 'c', 'c2']) expect(renamed).toContain(tags.product(id));
  expect(renamed).not.toContain(tags.product('a'));
  const removed = await run(`delete from products where id in ('b2', 'c2')`);
  expect(removed).toEqual(expect.arrayContaining([tags.product('b2'), tags.product('c2'), tags.products]));
});

test.for(engines)(
  'prices that are put in order together on %s are told to a cache in front once each',
  async (engine) => {
    const db = await openFilled(engine);
    await sql`update products set sale_price = 50 where id in ('a', 'b')`.execute(db.write);
    const announced = await announcedBy(db, () =>
      writeTransaction(db, (trx) => settleOffers(trx, { now: '2026-11-20T04:00:00.000Z' })),
    );
    expect(announced).toEqual([tags.product('a'), tags.product('b'), tags.productPrices].toSorted());
    const queued = await db.read
      .selectFrom('edge_purges')
      .select('tag')
      .where('tag', '=', tags.product('a'))
      .execute();
    expect(queued).toHaveLength(1);
  },
);

test.for(engines)('rows on %s are paired by the primary keys that the database has', async (engine) => {
  const db = await openTestDatabase(engine);
  for (const [table] of everyTable()) {
    const { rows } =
      engine === 'sqlite'
        ? await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0`.execute(
            db.read,
          )
        : await sql<{ name: string }>`select attname as name from pg_index
            join pg_attribute on attrelid = indrelid and attnum = any(indkey)
            where indrelid = ${table}::regclass and indisprimary`.execute(db.read);
    expect(rows.map(({ name }) => name).toSorted(), table).toEqual((primaryKeys[table] ?? ['id']).toSorted());
  }
});
