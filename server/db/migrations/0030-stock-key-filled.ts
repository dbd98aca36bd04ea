import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The key of products that were there before it. */
export const stockKeyFilled: Migration = {
  name: '0030-stock-key-filled',
  async up(trx) {
    await sql`update products set stock_key = 0 where availability not in ('in_stock', 'preorder')`.execute(
      trx,
    );
  },
};
