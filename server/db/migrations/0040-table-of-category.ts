import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** View of a category's list, `cards` or `table`, and the columns of its table: names of specs and options, or `brand`. */
export const tableOfCategory: Migration = {
  name: '0040-table-of-category',
  async up(trx) {
    await sql`alter table categories add column view text not null default 'cards'`.execute(trx);
    await sql`alter table categories add column columns text not null default '[]'`.execute(trx);
  },
};
