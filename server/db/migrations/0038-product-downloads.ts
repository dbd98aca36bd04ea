import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Files that visitors can download from the page of a product. */
export const productDownloads: Migration = {
  name: '0038-product-downloads',
  async up(trx) {
    await sql`alter table products add column downloads text not null default '[]'`.execute(trx);
  },
};
