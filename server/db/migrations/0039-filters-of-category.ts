import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Facets by which the list of a category is filtered: names of specs, or `brand`. */
export const filtersOfCategory: Migration = {
  name: '0039-filters-of-category',
  async up(trx) {
    await sql`alter table categories add column filters text not null default '[]'`.execute(trx);
  },
};
