import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What is written into PostgreSQL's sets of numbers is collected, and sorted into them together: one by one, an article
 * of 1,500 characters took 6 ms of the processor. Who searches meanwhile looks through what is collected: 4 MB at most.
 */
export const searchPending: Migration = {
  name: '0014-search-pending',
  async up(trx, engine) {
    if (engine === 'sqlite') return;
    await sql
      .raw(
        `do $$ declare name regclass; begin
          for name in select indexrelid from pg_index
            join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
            where amname = 'gin' and indrelid in ('search_authors'::regclass, 'search_articles'::regclass,
              'search_products'::regclass, 'search_pages'::regclass)
          loop execute format('alter index %s set (fastupdate = on, gin_pending_list_limit = 4096)', name); end loop;
        end $$`,
      )
      .execute(trx);
  },
};
