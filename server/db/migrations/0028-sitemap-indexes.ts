import type { IndexMigration } from '../migration.ts';

/**
 * Columns of which sitemaps are made, in the order of ids: behind the text of a row, ten thousand of them would be the
 * text of ten thousand articles. Authors have nothing long before these columns, and pages are few.
 */
export const sitemapIndexes: IndexMigration = {
  name: '0028-sitemap-indexes',
  indexes: () => [
    {
      name: 'articles_by_id',
      on: `articles (id, published_at, updated_at, cover) where status = 'published'`,
    },
    {
      name: 'products_by_id',
      on: `products (id, published_at, updated_at, picture) where status = 'published'`,
    },
  ],
};
