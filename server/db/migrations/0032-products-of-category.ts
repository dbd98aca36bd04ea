import type { IndexMigration } from '../migration.ts';

/** The products of a category, hidden ones too: a rename takes them along, and a removal is refused. */
export const productsOfCategory: IndexMigration = {
  name: '0032-products-of-category',
  indexes: () => [{ name: 'products_of_category', on: 'products (category)' }],
};
