import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pageSize } from '#shared/address/list-query.ts';
import { findPageOfIds, type PagedList } from '#server/db/queries/list-pages.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import { sqlOf, tags } from '#server/freshness/tags.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { listArticlesOfProduct } from '#server/features/articles/article-queries.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { fillCatalogue } from '#scripts/tools/fill-catalogue.ts';
import { anArticle, anAuthor, aProduct, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';

const now = '2026-11-20T00:00:00.000Z';
const orders = [
  { keys: ['published_at'], direction: 'desc', sql: 'published_at desc, id desc' },
  {
    keys: ['stock_key', 'published_at'],
    direction: 'desc',
    sql: `(availability in ('sold_out', 'discontinued')), published_at desc, id desc`,
  },
  { keys: ['cheap_key'], direction: 'asc', sql: '(price_twd is null), price_twd, id' },
  { keys: ['dear_key'], direction: 'desc', sql: '(price_twd is null), price_twd desc, id desc' },
] as const;
const categories = [null, '類別0'];

/** The list of a category has the times of its products in a column of another name. */
function listOf(
  category: string | null,
  { keys, direction }: Pick<(typeof orders)[number], 'keys' | 'direction'>,
): PagedList {
  if (category === null) return { table: 'products', keys, direction };
  const filter = { column: 'category_id', value: category } as const;
  const own = keys.map((key) => (key === 'published_at' ? 'shown_from' : key));
  return { table: 'product_categories', filter, keys: own, direction };
}

const eachTag = {
  sqlite: 'json_each(tags) as each',
  postgres: 'json_array_elements_text(tags::json) as each (value)',
};

async function openFilled(engine: (typeof engines)[number], products: number): Promise<Database> {
  const db = await openTestDatabase(engine);
  const folder = contentFolder({ 'authors/lin.md': anAuthor() });
  await importContent(folder, db, folderStore(temporaryFolder()));
  await fillCatalogue(db, { products, articles: 10 });
  return db;
}

test.for(engines)('every page of every order on %s holds what a plain query would', async (engine) => {
  // More than two marks from either end, and a last page that is not full.
  const db = await openFilled(engine, 22_005);
  const reader = createReader({ db: db.read, now, basePath: '/' });
  for (const { sql: order, ...rest } of orders) {
    for (const category of categories) {
      const list = listOf(category, rest);
      const where = category === null ? '' : `and category = '${category}'`;
      const { rows } = await sql<{ id: string }>`
        select id from products where status = 'published' and published_at <= ${now} ${sql.raw(where)}
        order by ${sql.raw(order)}`.execute(db.read);
      const all = rows.map((row) => row.id);
      const pageCount = Math.ceil(all.length / pageSize);
      for (const page of [
        1,
        2,
        50,
        209,
        210,
        Math.floor(pageCount / 2),
        pageCount - 230,
        pageCount - 1,
        pageCount,
      ]) {
        if (page < 1 || page > pageCount) continue;
        const found = await findPageOfIds(reader, list, page);
        const expected = all.slice((page - 1) * pageSize, page * pageSize);
        expect(found, `${where} ${order}, page ${page}`).toEqual({
          ids: expected,
          pageCount,
          total: all.length,
        });
      }
      expect(await findPageOfIds(reader, list, pageCount + 1)).toBeNull();
    }
  }
});

test.for(engines)('lists on %s are counted right whatever is written', async (engine) => {
  const db = await openFilled(engine, 300);
  async function expectRight(): Promise<void> {
    const { rows } = await sql<{ list: string; count: number }>`
      select ${sql.raw(sqlOf(tags.products))} as list, count(*) as count from products where status = 'published' and published_at is not null
      union all select ${sql.raw(tags.productsOfCategory.sql('category'))}, count(*) from products
        where status = 'published' and published_at is not null group by category
      union all select ${sql.raw(sqlOf(tags.articles))}, count(*) from articles where status = 'published' and published_at is not null
      union all select ${sql.raw(tags.articlesOfTag.sql('each.value'))}, count(distinct articles.id)
        from articles, ${sql.raw(eachTag[engine])}
        where status = 'published' and published_at is not null group by each.value
      union all select ${sql.raw(tags.articlesOfAuthor.sql('author_id'))}, count(*) from articles
        where status = 'published' and published_at is not null group by author_id`.execute(db.read);
    const kept = await db.read
      .selectFrom('list_counts')
      .selectAll()
      .where('count', '<>', 0)
      // Under their former names lists are counted too.
      .where('list', 'not like', 'articles by %')
      .where('list', 'not like', 'products of %')
      .execute();
    const byName = (counts: typeof kept) =>
      new Map(counts.filter(({ count }) => count > 0).map(({ list, count }) => [list, count]));
    expect(byName(kept)).toEqual(byName(rows));
  }
  await expectRight();
  for (const statement of [
    `update products set category = '新類別' where price_twd > 3000`,
    `update products set status = 'draft' where price_twd < 500`,
    `update products set published_at = null where id like '%7'`,
    `update products set status = 'published' where status = 'archived'`,
    `update products set price_twd = 5 where price_twd is null`,
    `delete from products where category = '類別1'`,
    `update articles set status = 'archived' where id like '%3'`,
    `insert into authors select 'wu', name, avatar, links, bio_source, bio_html, bio_text from authors`,
    `update articles set author_id = 'wu' where id like '%5'`,
    `update articles set tags = '["茶 席","%2F","🍵"]' where id like '%6'`,
    `update articles set tags = '["🍵"]', status = 'published' where id like '%6'`,
    `update articles set tags = '["另一個"]', published_at = '2026-05-01T00:00:00.000Z' where id like '%7'`,
    `delete from article_products`,
    `update articles set id = 'renamed' where id like '%8'`,
    `delete from articles where author_id = 'wu'`,
    `delete from products`,
  ]) {
    await sql.raw(statement).execute(db.write);
    await expectRight();
  }
  await importContent(contentFolder({ 'products/pot.md': aProduct() }), db, folderStore(temporaryFolder()));
  await expectRight();
});

test.for(engines)(
  'the newest articles that name a product on %s follow what becomes of them',
  async (engine) => {
    const db = await openTestDatabase(engine);
    const files = {
      'authors/lin.md': anAuthor(),
      'products/pot.md': aProduct(),
      'articles/a.md': anArticle({ products: ['pot'], publishedAt: '2026-01-01T08:00:00+08:00' }),
      'articles/b.md': anArticle({ products: ['pot'], publishedAt: '2026-03-01T08:00:00+08:00' }),
      'articles/c.md': anArticle({
        products: ['pot'],
        publishedAt: '2026-02-01T08:00:00+08:00',
        status: 'draft',
      }),
      'articles/d.md': anArticle({ products: ['pot'], publishedAt: '2036-02-01T08:00:00+08:00' }),
    };
    await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
    const ids = async () => {
      const reader = createReader({ db: db.read, now, basePath: '/' });
      return (await listArticlesOfProduct(reader, 'pot', 6)).map((article) => article.id);
    };
    expect(await ids()).toEqual(['b', 'a']);
    await db.write.updateTable('articles').set({ status: 'published' }).where('id', '=', 'c').execute();
    expect(await ids()).toEqual(['b', 'c', 'a']);
    await db.write
      .updateTable('articles')
      .set({ published_at: '2026-04-01T00:00:00.000Z' })
      .where('id', '=', 'a')
      .execute();
    expect(await ids()).toEqual(['a', 'b', 'c']);
    await db.write.updateTable('articles').set({ status: 'archived' }).where('id', '=', 'a').execute();
    expect(await ids()).toEqual(['b', 'c']);
  },
);
