import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Shops, badges and the label of products, and the products that each names as related. */
export const productDetails: Migration = {
  name: '0037-product-details',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `alter table products add column purchase_links text not null default '[]'`,
      `alter table products add column badges text not null default '[]'`,
      `alter table products add column labelling text not null default '{}'`,
      `create table product_related (
        product_id ${key} not null references products(id) on delete cascade,
        related_id ${key} not null references products(id) on delete cascade,
        position integer not null, primary key (product_id, related_id))`,
      `create index product_related_by_related on product_related (related_id, product_id)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
