import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What 0025 has made answers what was asked of the index before it, whose name depends on whether the tables were made
 * anew. Where it is not there, because an earlier build made them anew just then, the former one stays.
 */
export const searchWithoutPeriods: Migration = {
  name: '0026-search-without-periods',
  async up(trx, engine) {
    if (engine === 'sqlite') return;
    await sql.raw(dropFormer).execute(trx);
  },
};

const dropFormer = `do $$
  declare former regclass;
  begin
    for former in
      select one.indexrelid::regclass from pg_index as one
      join pg_index as other on other.indrelid = one.indrelid and other.indnatts = 2 and other.indisvalid
      join pg_class as class on class.oid = other.indexrelid
      join pg_class as former_class on former_class.oid = one.indexrelid and former_class.relam = class.relam
      join pg_am as method on method.oid = class.relam and method.amname = 'gin'
      where one.indrelid in ('search_articles'::regclass, 'search_products'::regclass) and one.indnatts = 1
    loop
      execute format('drop index %s', former);
    end loop;
  end $$`;
