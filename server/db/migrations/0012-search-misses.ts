import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What was looked for and not found, counted by the day. */
export const searchMisses: Migration = {
  name: '0012-search-misses',
  async up(trx, engine) {
    const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text');
    await sql`create table search_misses (
      day ${key} not null, words ${key} not null, count integer not null, primary key (day, words))`.execute(
      trx,
    );
  },
};
