import type { ListQuery } from '#shared/address/list-query.ts';
import type { ProductListPayload } from '#shared/payload/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listCategories, listProducts } from '#server/features/products/product-queries.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';
import { inPreferredOrder } from './category-order.ts';
import { listRecent } from './list-recent.ts';

/** Resolves to null when there is no such category or page. */
export async function loadProductList(reader: Reader, query: ListQuery): Promise<ProductListPayload | null> {
  const categories = await listCategories(reader);
  if (query.category !== null && !categories.includes(query.category)) return null;
  const list = await listProducts(reader, query);
  if (list === null) return null;
  const settings = await readSiteSettings(reader);
  return {
    ...list,
    query,
    categories: inPreferredOrder(categories, settings.categories),
    featured: [],
    ...(list.total === 0 && { recent: await listRecent(reader) }),
  };
}
