import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * On SQLite a new price changes the two orders by price of a category alone: an update of all keys wrote those by time
 * and recommendation anew too, for SQLite asks which columns a statement names, and not which values differ.
 */
export const pricesInCategories: Migration = {
  name: '0041-prices-in-categories',
  async up(trx, engine) {
    if (engine === 'postgres') return;
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};

const differs = (...names: string[]) => names.map((name) => `old.${name} is not new.${name}`).join(' or ');
const others = differs('status', 'published_at', 'stock_key');

const statements = [
  'drop trigger products_places_keys',
  `create trigger products_places_keys after update on products when ${others} begin
    update product_categories set (shown_from, cheap_key, dear_key, stock_key) =
      (select case when products.status = 'published' then products.published_at end,
        products.cheap_key, products.dear_key, products.stock_key from products where id = new.id)
    where product_id = new.id; end`,
  `create trigger products_places_prices after update on products
    when (${differs('cheap_key', 'dear_key')}) and not (${others}) begin
    update product_categories set (cheap_key, dear_key) =
      (select products.cheap_key, products.dear_key from products where id = new.id)
    where product_id = new.id; end`,
];
