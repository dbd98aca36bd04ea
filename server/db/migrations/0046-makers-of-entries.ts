import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The account that has made an entry, which is its own for an author. Null: an import, or an entry from before. */
export const makersOfEntries: Migration = {
  name: '0046-makers-of-entries',
  async up(trx, engine) {
    const type = engine === 'postgres' ? 'text collate "C"' : 'text';
    await sql.raw(`alter table entries add column made_by ${type}`).execute(trx);
  },
};
