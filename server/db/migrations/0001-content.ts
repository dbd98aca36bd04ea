import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Engine, Migration } from '../migration.ts';
import type { Schema } from '../schema.ts';

export const content: Migration = {
  name: '0001-content',
  async up(trx, engine) {
    await createTables(trx, engine);
    await createIndexes(trx);
  },
};

async function createTables(trx: Transaction<Schema>, engine: Engine): Promise<void> {
  // Ids and times are ordered by their bytes on both engines, whatever the database's locale.
  const key = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const statements: RawBuilder<unknown>[] = [
    sql`create table authors (
      id ${key} primary key, name text not null, avatar ${key}, links text not null,
      bio_source text not null, bio_html text not null, bio_text text not null)`,
    sql`create table articles (
      id ${key} primary key, title text not null, summary text not null,
      author_id ${key} not null references authors(id),
      cover ${key}, cover_alt text not null, tags text not null,
      body_source text not null, body_html text not null, headings text not null, reading_minutes integer not null,
      published_at ${key}, updated_at ${key},
      status text not null check (status in ('draft', 'published', 'archived')))`,
    sql`create table products (
      id ${key} primary key, name text not null, summary text not null, category ${key} not null,
      price_twd integer check (price_twd >= 0),
      availability text not null check (availability in ('in_stock', 'sold_out', 'preorder', 'discontinued')),
      picture ${key}, picture_alt text not null, images text not null, specs text not null, purchase_url text,
      description_source text not null, description_html text not null,
      published_at ${key}, updated_at ${key},
      status text not null check (status in ('draft', 'published', 'archived')))`,
    sql`create table article_products (
      article_id ${key} not null references articles(id) on delete cascade,
      product_id ${key} not null references products(id) on delete cascade,
      position integer not null, primary key (article_id, product_id))`,
    sql`create table media (
      path ${key} primary key, file text not null, content_type text not null,
      bytes integer not null, width integer, height integer)`,
    sql`create table site (id integer primary key check (id = 1), settings text not null)`,
    // The newest change of each tag; PostgreSQL tells of changes by itself.
    ...(engine === 'sqlite'
      ? [
          sql`create table changes (tag text primary key, seq integer not null) without rowid`,
          sql`create index changes_by_seq on changes (seq)`,
        ]
      : []),
  ];
  for (const statement of statements) await statement.execute(trx);
}

/**
 * One index per order in which visitors page through a list. Partial on published rows and ending in a unique
 * column; `published_at` stands in each, so that a deep page skips within the index and never touches the rows.
 */
async function createIndexes(trx: Transaction<Schema>): Promise<void> {
  const visible = sql`where status = 'published'`;
  const newest = sql`published_at desc, id desc`;
  const cheapest = sql`(price_twd is null), price_twd, id, published_at`;
  const dearest = sql`(price_twd is null), price_twd desc, id desc, published_at`;
  const statements: RawBuilder<unknown>[] = [
    sql`create index articles_newest on articles (${newest}) ${visible}`,
    sql`create index articles_by_author on articles (author_id, ${newest}) ${visible}`,
    sql`create index articles_of_author on articles (author_id)`,
    sql`create index products_newest on products (${newest}) ${visible}`,
    sql`create index products_cheapest on products (${cheapest}) ${visible}`,
    sql`create index products_dearest on products (${dearest}) ${visible}`,
    sql`create index products_newest_in_category on products (category, ${newest}) ${visible}`,
    sql`create index products_cheapest_in_category on products (category, ${cheapest}) ${visible}`,
    sql`create index products_dearest_in_category on products (category, ${dearest}) ${visible}`,
    sql`create index article_products_by_product on article_products (product_id, article_id)`,
  ];
  for (const statement of statements) await statement.execute(trx);
}
