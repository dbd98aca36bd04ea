import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The products that were there before: each is in the category of its text, above which there is none yet. */
export const productCategoriesFilled: Migration = {
  name: '0032-product-categories-filled',
  async up(trx) {
    await sql`insert into product_categories
        (category_id, product_id, shown_from, cheap_key, dear_key, stock_key, pin)
      select category, id, case when status = 'published' then published_at end, cheap_key, dear_key, stock_key, 0
      from products where true on conflict do nothing`.execute(trx);
  },
};
