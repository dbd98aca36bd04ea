import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The orders of a category are those of `product_categories`. */
export const withoutOrdersOfCategory: Migration = {
  name: '0032-without-orders-of-category',
  async up(trx) {
    for (const order of ['newest', 'cheapest', 'dearest', 'recommended'])
      await sql`drop index if exists ${sql.ref(`products_${order}_in_category`)}`.execute(trx);
  },
};
