import { sql, type RawBuilder, type Transaction } from 'kysely';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { countLists } from '#server/freshness/triggers/list-counts.ts';

export interface CatalogueSize {
  products: number;
  articles: number;
}

/** Beside the sample content, in one transaction: rows that differ in all that lists are ordered and filtered by. */
export async function fillCatalogue(db: Database, { products, articles }: CatalogueSize): Promise<void> {
  await writeTransaction(db, async (trx) => {
    if (db.engine === 'sqlite') await sql`pragma cache_size = -400000`.execute(trx);
    await withoutTriggers(trx, db.engine, async () => {
      await insertProducts(trx, db.engine, products);
      await insertPlaces(trx);
      await insertArticles(trx, db.engine, articles);
      await insertArticleTags(trx, db.engine);
      await insertMentions(trx, db.engine, { products, articles });
      await countLists(trx);
    });
  });
  // PostgreSQL does this by itself a minute later; the planner of SQLite does not need it.
  if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.write);
}

export function productId(i: number): string {
  return i % 10 === 0 ? `商品-${i}` : `product-${i}`;
}

const idOfProduct = (i: string) => `case when ${i} % 10 = 0 then '商品-' || ${i} else 'product-' || ${i} end`;
/** Twenty-four categories; the first ones have far more products than the last ones. */
const category = `'類別' || (24 * ((i * 7919) % 1000) * ((i * 7919) % 1000) / 1000000)`;
/** Every fiftieth product has no price. */
const price = 'case when i % 50 = 7 then null else 10 * (1 + (i * 31) % 600) end';
/** Every twentieth product is sold out. */
const isSoldOut = 'i % 20 = 3';
/** Some are not to be seen, and some not yet. */
const status = `case i % 100 when 1 then 'draft' when 2 then 'archived' else 'published' end`;

async function insertProducts(trx: Transaction<Schema>, engine: Database['engine'], count: number) {
  const availability = sql.raw(`case when ${isSoldOut} then 'sold_out' else 'in_stock' end`);
  await sql`
    insert into products (id, name, summary, category, price_twd, list_price, availability, supply, now_availability,
      stock_key, picture, picture_alt, images, specs,
      purchase_url, description_source, description_html, published_at, updated_at, status)
    select ${sql.raw(idOfProduct('i'))}, '商品 ' || i, '一件用來量測的商品，有兩行的摘要，好讓卡片像真的一樣。',
      ${sql.raw(category)}, ${sql.raw(price)}, ${sql.raw(price)}, ${availability}, ${availability}, ${availability},
      case when ${sql.raw(isSoldOut)} then 0 else 1 end, (select min(path) from media), '', '[]', '[]', null,
      '說明。', '<p>說明。</p>', ${time(engine, minutesOrLater)}, null, ${sql.raw(status)}
    from ${series(engine, count)}`.execute(trx);
}

/** No category has another above it. */
async function insertPlaces(trx: Transaction<Schema>) {
  await sql`
    insert into product_categories (category_id, product_id, shown_from, cheap_key, dear_key, stock_key, pin)
    select category, id, case when status = 'published' then published_at end, cheap_key, dear_key, stock_key, 0
    from products where true on conflict do nothing`.execute(trx);
}

async function insertArticles(trx: Transaction<Schema>, engine: Database['engine'], count: number) {
  await sql`
    insert into articles (id, title, summary, author_id, cover, cover_alt, tags, body_source, body_html, headings,
      reading_minutes, published_at, updated_at, status)
    select 'article-' || i, '文章 ' || i, '一篇用來量測的文章。', (select min(id) from authors),
      (select min(path) from media), '', ${sql.raw(tagsOfArticle(count))}, '內文。', '<p>內文。</p>', '[]', 1, ${time(engine, minutesOrLater)}, null,
      ${sql.raw(status)}
    from ${series(engine, count)}`.execute(trx);
}

/** Three of 5,000 tags when there are 100,000 articles; 標籤0 stands in some 4,000 of them, the last ones in thirty. */
function tagsOfArticle(articles: number): string {
  const tags = Math.max(3, Math.floor(articles / 20));
  const some = (n: number) => `((i * 7919 + ${n}) % 100003)`;
  const nth = (n: number) => `(${tags} * ${some(n)} * ${some(n)} / 10000600009)`;
  return `'["標籤' || ${nth(0)} || '","標籤' || ${nth(33119)} || '","標籤' || ${nth(65993)} || '"]'`;
}

async function insertArticleTags(trx: Transaction<Schema>, engine: Database['engine']) {
  const each =
    engine === 'sqlite' ? 'json_each(tags) as each' : 'json_array_elements_text(tags::json) as each (value)';
  await sql`
    insert into article_tags (article_id, tag, shown_from)
    select distinct articles.id, each.value, case when status = 'published' then published_at end
    from articles, ${sql.raw(each)} where true on conflict do nothing`.execute(trx);
}

/** Three for each article. Every thirtieth article names the product 10, beside two that few others name. */
async function insertMentions(
  trx: Transaction<Schema>,
  engine: Database['engine'],
  { products, articles }: CatalogueSize,
) {
  const product = sql.raw(`case when i % 90 = 0 then 10 else 1 + (i * 7919) % ${products - 1} end`);
  await sql`
    insert into article_products (article_id, product_id, position, shown_from)
    select article_id, ${sql.raw(idOfProduct('product'))}, min(position),
      (select case when status = 'published' then published_at end from articles where id = article_id)
    from (select 'article-' || (i / 3) as article_id, ${product} as product, i % 3 as position
      from ${series(engine, articles * 3)}) as mentions
    group by article_id, product`.execute(trx);
}

/** A time within ten years. */
const minutesOfRow = '((i * 7919) % 5256000)';
/** For one row in a hundred twenty years later. */
const minutesOrLater = `(${minutesOfRow} + case when i % 100 = 0 then 10512000 else 0 end)`;

export function time(engine: Database['engine'], minutes = minutesOfRow): RawBuilder<unknown> {
  return sql.raw(
    engine === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:00.000Z', 1451606400 + ${minutes} * 60, 'unixepoch')`
      : `to_char(timestamp '2016-01-01' + ${minutes} * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:00.000"Z"')`,
  );
}

/** A row for each number, in the column `i`. */
export function series(engine: Database['engine'], count: number): RawBuilder<unknown> {
  return sql.raw(
    engine === 'sqlite'
      ? `(with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${count - 1})
          select i from numbers)`
      : `generate_series(0::bigint, ${count - 1}) as numbers (i)`,
  );
}

/** Runs work without the triggers, which would announce a million changes one by one, without any listener. */
export async function withoutTriggers(
  trx: Transaction<Schema>,
  engine: Database['engine'],
  work: () => Promise<void>,
): Promise<void> {
  const tables = ['products', 'articles', 'article_products', 'article_tags', 'product_categories'];
  if (engine === 'postgres') {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    await work();
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
    return;
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name in (${sql.join(tables)})`.execute(
    trx,
  );
  for (const trigger of rows) await sql`drop trigger ${sql.ref(trigger.name)}`.execute(trx);
  await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(trx);
}
