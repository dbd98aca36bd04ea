import type { IndexMigration } from '../migration.ts';

/** The recommended order of all products and of each category: what can be had, then the newest. */
export const stockKeyIndexes: IndexMigration = {
  name: '0030-stock-key-indexes',
  indexes: () => [
    {
      name: 'products_recommended',
      on: `products (stock_key desc, published_at desc, id desc) where status = 'published'`,
    },
    {
      name: 'products_recommended_in_category',
      on: `products (category, stock_key desc, published_at desc, id desc) where status = 'published'`,
    },
  ],
};
