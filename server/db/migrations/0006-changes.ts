import type { Migration } from '../migration.ts';
import { announceOtherwise } from '../dialects/announce-changes.ts';

/**
 * The tags of a list say that other things stand in it, or in another order. What a card shows is its own thing's tag,
 * so that a corrected word costs only the pages that show it, not every list and every product.
 */
export const changes: Migration = {
  name: '0006-changes',
  async up(trx, engine) {
    await announceOtherwise(trx, engine, {
      articles: [
        { tags: (row) => [`'article:' || ${row}.id`] },
        {
          tags: (row) => [`'articles'`, `'author-articles:' || ${row}.author_id`],
          // A page of a product shows the articles that mention it.
          tagQuery: (row) =>
            `select 'product-articles:' || product_id from article_products where article_id = ${row}.id`,
          columns: ['id', 'status', 'published_at', 'author_id'],
        },
      ],
      products: [
        { tags: (row) => [`'product:' || ${row}.id`] },
        {
          tags: (row) => [`'products'`, `'products of ' || ${row}.category`],
          columns: ['id', 'status', 'published_at', 'category'],
        },
        { tags: () => [`'product-prices'`], columns: ['price_twd'] },
      ],
    });
  },
};
