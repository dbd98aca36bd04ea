import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Whether a product can be had: 1 or 0, so that a descending order begins with what can. Kept by triggers, for every
 * writer, earlier builds too.
 */
export const stockKey: Migration = {
  name: '0030-stock-key',
  async up(trx, engine) {
    await sql`alter table products add column stock_key integer not null default 1`.execute(trx);
    for (const statement of engine === 'sqlite' ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(trx);
  },
};

const canBeHad = `new.availability in ('in_stock', 'preorder')`;

const sqliteTriggers = ['insert', 'update of availability'].map(
  (event) => `create trigger products_stock_${event.slice(0, 6)} after ${event} on products
    when new.stock_key <> (${canBeHad}) begin
      update products set stock_key = (${canBeHad}) where id = new.id; end`,
);

const postgresTriggers = [
  `create function products_stock() returns trigger language plpgsql as $$
begin new.stock_key := case when ${canBeHad} then 1 else 0 end; return new; end $$`,
  `create trigger products_stock before insert or update of availability on products
     for each row execute function products_stock()`,
];
