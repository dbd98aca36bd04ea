import { sql, type Transaction } from 'kysely';
import type { Engine, Migration } from '../migration.ts';
import type { Schema } from '../schema.ts';

/** What lets a page of a list cost the same however long the list is. */
export const lists: Migration = {
  name: '0005-lists',
  async up(trx, engine) {
    await addPriceKeys(trx, engine);
    await addTimesOfMentions(trx, engine);
    // Filled when the triggers that keep it are made.
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    await sql.raw(`create table list_counts (list ${key} primary key, count integer not null)`).execute(trx);
  },
};

/**
 * The price as a number that is always there, once for each order, since those without a price come last in both: a
 * page then begins where another ended by comparing (key, id), which an expression or a null would not allow.
 */
async function addPriceKeys(trx: Transaction<Schema>, engine: Engine): Promise<void> {
  const kind = engine === 'postgres' ? 'stored' : 'virtual';
  const keys = { cheap_key: 'coalesce(price_twd, 2147483647)', dear_key: 'coalesce(price_twd, -1)' };
  for (const [name, value] of Object.entries(keys)) {
    await sql
      .raw(`alter table products add column ${name} integer generated always as (${value}) ${kind}`)
      .execute(trx);
  }
  const indexes = {
    products_cheapest: 'cheap_key, id, published_at',
    products_dearest: 'dear_key desc, id desc, published_at',
    products_cheapest_in_category: 'category, cheap_key, id, published_at',
    products_dearest_in_category: 'category, dear_key desc, id desc, published_at',
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await sql.raw(`drop index ${name}`).execute(trx);
    await sql.raw(`create index ${name} on products (${columns}) where status = 'published'`).execute(trx);
  }
}

/** When each mention of a product is to be seen, null for never: its newest articles are found without the others. */
async function addTimesOfMentions(trx: Transaction<Schema>, engine: Engine): Promise<void> {
  const key = engine === 'postgres' ? 'text collate "C"' : 'text';
  const shownFrom = (article: string) =>
    `select case when status = 'published' then published_at end from articles where id = ${article}`;
  const statements = [
    `alter table article_products add column shown_from ${key}`,
    `update article_products set shown_from = (${shownFrom('article_id')})`,
    'drop index article_products_by_product',
    'create index article_products_by_product on article_products (product_id, shown_from desc, article_id desc)',
    ...(engine === 'postgres' ? postgresTriggers(shownFrom) : sqliteTriggers(shownFrom)),
  ];
  for (const statement of statements) await sql.raw(statement).execute(trx);
}

const timeOfArticle = `case when new.status = 'published' then new.published_at end`;

function sqliteTriggers(shownFrom: (article: string) => string): string[] {
  return [
    `create trigger article_products_time after insert on article_products begin
       update article_products set shown_from = (${shownFrom('new.article_id')})
       where article_id = new.article_id and product_id = new.product_id; end`,
    `create trigger articles_time after update of status, published_at on articles
       when old.status <> new.status or old.published_at is not new.published_at begin
       update article_products set shown_from = ${timeOfArticle} where article_id = new.id; end`,
  ];
}

function postgresTriggers(shownFrom: (article: string) => string): string[] {
  return [
    `create function article_products_time() returns trigger language plpgsql as $$
begin new.shown_from := (${shownFrom('new.article_id')}); return new; end $$`,
    `create trigger article_products_time before insert on article_products
       for each row execute function article_products_time()`,
    `create function articles_time() returns trigger language plpgsql as $$
begin update article_products set shown_from = ${timeOfArticle} where article_id = new.id; return null; end $$`,
    `create trigger articles_time after update of status, published_at on articles for each row
       when (old.status <> new.status or old.published_at is distinct from new.published_at)
       execute function articles_time()`,
  ];
}
