import { feedTexts } from '#shared/locale/visitors/feed-texts.ts';
import { formatPrice } from '#shared/locale/prices.ts';
import { texts } from '#shared/locale/texts.ts';
import type { ProductsTable } from '#server/db/schema.ts';
import type { Reader } from '#server/freshness/reader.ts';
import type { SiteAddress } from '#server/http/request/site-address.ts';
import type { FeedAuthor, FeedEntry } from './feed.ts';
import { listKindEntries } from './kind-entries.ts';

/**
 * Entries of the products among these that a visitor may see, in this order.
 * @param author Of all: nobody signs a product.
 */
export function listProductEntries(
  reader: Reader,
  site: SiteAddress,
  ids: readonly string[],
  author: FeedAuthor,
): Promise<FeedEntry[]> {
  const products = {
    site,
    kind: 'products',
    columns: ['category', 'price_twd', 'availability'],
    describe({ category, price_twd, availability }: Offered) {
      const price = price_twd === null ? texts.product.noPrice : formatPrice(price_twd);
      const before = `<p>${price}${feedTexts.between}${texts.product.availability[availability]}</p>\n`;
      return { author, categories: [category], before };
    },
  } as const;
  return listKindEntries<Offered>(reader, products, ids);
}

type Offered = Pick<ProductsTable, 'category' | 'price_twd' | 'availability'>;
