import { sql } from 'kysely';
import type { Engine, Migration } from '../migration.ts';

/**
 * Categories, the products that stand first in them, and the further categories of products. A product's own category
 * is the id of one, or a text that none has: so nothing refers to it by a key. An import writes categories before the
 * products that they name, and a product before the categories that it names: such keys are checked at the end.
 */
export const categories: Migration = {
  name: '0031-categories',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table categories (
        id ${key} primary key, name text not null, parent_id ${key}, position integer, summary text not null,
        cover ${key}, cover_alt text not null, body_source text not null, body_html text not null, updated_at ${key},
        status text not null check (status in ('draft', 'published', 'archived')))`,
      'create index categories_by_parent on categories (parent_id)',
      `create table category_pins (
        category_id ${key} not null references categories(id) on update cascade on delete cascade,
        product_id ${key} not null references products(id) on update cascade on delete cascade
          deferrable initially deferred,
        position integer not null, primary key (category_id, product_id))`,
      'create index category_pins_by_product on category_pins (product_id)',
      `create table product_also_in (
        product_id ${key} not null references products(id) on update cascade on delete cascade,
        category_id ${key} not null references categories(id) on update cascade on delete cascade
          deferrable initially deferred,
        position integer not null, primary key (product_id, category_id))`,
      'create index product_also_in_by_category on product_also_in (category_id)',
      ...searchTables(engine),
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};

/** As 0011 makes them on SQLite, and 0024 on PostgreSQL. */
function searchTables(engine: Engine): string[] {
  if (engine === 'sqlite')
    return [
      `create table search_categories (
        doc integer primary key, ref text not null unique, shown_from text not null,
        category text, author text, availability text, price integer, tags text not null, hash text not null,
        unique (shown_from, ref))`,
      `create virtual table search_categories_words using fts5(
        body, lead, labels, title, body_single, lead_single, labels_single, title_single, filters,
        content='', contentless_delete=1, detail=full, tokenize="ascii")`,
    ];
  const texts = ['title', 'labels', 'lead', 'body'];
  const key = 'text collate "C"';
  return [
    `create table search_categories (
      ref ${key} primary key, shown_from ${key} not null,
      category ${key}, author ${key}, availability ${key}, price integer, tags text[] not null, sku ${key},
      hash ${key} not null, grams int4[] not null,
      ${texts.map((text) => `${text} ${key} not null`).join(', ')})`,
    ...texts.map((text) => compressed('search_categories', text)),
    'alter table search_categories alter column grams set storage external',
    'create index on search_categories (shown_from, ref)',
    'create index on search_categories ((coalesce(price, 2147483647)), ref)',
    'create index on search_categories ((coalesce(price, -1)), ref)',
    'create index on search_categories (sku) where sku is not null',
    'create index on search_categories using gin (grams) with (fastupdate = on, gin_pending_list_limit = 4096)',
  ];
}

/** Three times as fast to read as the usual way; a server that was built without it keeps that. */
function compressed(table: string, column: string): string {
  return `do $$ begin alter table ${table} alter column ${column} set compression lz4;
    exception when feature_not_supported then null; end $$`;
}
