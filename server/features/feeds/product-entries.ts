import { feedTexts } from '#shared/locale/visitors/feed-texts.ts';
import { describeAvailability, describePrice } from '#shared/locale/offer-words.ts';
import { readOffer } from '#server/content/offers/read-offer.ts';
import { offerColumns, type StoredOffer } from '#server/content/offers/stored-offer.ts';
import { findCategoryRows, stepsTo } from '#server/content/category-tree.ts';
import type { ProductsTable } from '#server/db/schema.ts';
import type { Reader } from '#server/freshness/reader.ts';
import type { SiteAddress } from '#server/http/request/site-address.ts';
import type { FeedAuthor, FeedEntry } from './feed.ts';
import { listKindEntries } from './kind-entries.ts';

/**
 * Entries of the products among these that a visitor may see, in this order.
 * @param author Of all: nobody signs a product.
 */
export async function listProductEntries(
  reader: Reader,
  site: SiteAddress,
  ids: readonly string[],
  author: FeedAuthor,
): Promise<FeedEntry[]> {
  const rows = await findCategoryRows(reader);
  const products = {
    site,
    kind: 'products',
    columns: ['category', ...offerColumns],
    describe({ category, ...row }: Offered) {
      const offer = readOffer(reader, row);
      const words = [describePrice(offer), describeAvailability(offer)].join(feedTexts.between);
      return {
        author,
        categories: stepsTo(rows, category).map(({ name }) => name),
        before: `<p>${words}</p>\n`,
      };
    },
  } as const;
  return listKindEntries<Offered>(reader, products, ids);
}

type Offered = StoredOffer & Pick<ProductsTable, 'category'>;
