import { sql, type Transaction } from 'kysely';
import type { Engine, Migration } from '../migration.ts';
import type { Schema } from '../schema.ts';

const batchSize = 1000;

/** Gives every product what 0034 has columns for. No page changes by it, so nothing is announced. */
export const fillOffers: Migration = {
  name: '0035-fill-offers',
  async up(trx, engine) {
    let restore: string | null = null;
    let last = '';
    while (true) {
      const { rows } = await sql<{ id: string }>`
        select id from products where id > ${last} and supply is null order by id limit ${batchSize}`.execute(
        trx,
      );
      const [first, end] = [rows[0]?.id, rows.at(-1)?.id];
      if (first === undefined || end === undefined) break;
      restore ??= await silence(trx, engine);
      await sql`update products set list_price = price_twd, supply = availability, now_availability = availability
        where id >= ${first} and id <= ${end} and supply is null`.execute(trx);
      last = end;
    }
    if (restore) await sql.raw(restore).execute(trx);
  },
};

/**
 * Takes the announcement of every write away for this transaction alone: others see it as it was, for nobody else writes
 * on SQLite meanwhile, and PostgreSQL shows them the former function. Resolves to what puts it back; empty: it is not
 * there.
 */
async function silence(trx: Transaction<Schema>, engine: Engine): Promise<string> {
  const definition =
    engine === 'sqlite'
      ? sql<{ text: string }>`select sql as text from sqlite_master
          where type = 'trigger' and name = 'products_announce_update_0'`
      : sql<{ text: string }>`select pg_get_functiondef(oid) as text from pg_proc
          where proname = 'products_announce' and pronamespace = current_schema()::regnamespace`;
  const [found] = (await definition.execute(trx)).rows;
  if (found === undefined) return '';
  const silent =
    engine === 'sqlite'
      ? 'drop trigger products_announce_update_0'
      : `create or replace function products_announce() returns trigger language plpgsql as $$
begin return null; end $$`;
  await sql.raw(silent).execute(trx);
  return found.text;
}
