import type { ListQuery } from '#shared/address/list-query.ts';
import type { CategoryNode, ProductListPayload } from '#shared/payload/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import {
  countProductsOfCategory,
  listCategories,
  listProducts,
} from '#server/features/products/product-queries.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';
import { inPreferredOrder } from './category-order.ts';
import { listRecent } from './list-recent.ts';

/** Resolves to null when there is no such category or page. */
export async function loadProductList(reader: Reader, query: ListQuery): Promise<ProductListPayload | null> {
  const present = await listCategories(reader);
  if (query.category !== null && !present.includes(query.category)) return null;
  const list = await listProducts(reader, query);
  if (list === null) return null;
  const settings = await readSiteSettings(reader);
  const categories = inPreferredOrder(present, settings.categories);
  return {
    ...list,
    query,
    tree: await countEach(reader, categories),
    ...(query.category !== null && { category: { name: query.category, above: [] } }),
    categories,
    featured: [],
    ...(list.total === 0 && { recent: await listRecent(reader) }),
  };
}

async function countEach(reader: Reader, categories: readonly string[]): Promise<CategoryNode[]> {
  const nodes: CategoryNode[] = [];
  for (const category of categories)
    nodes.push([category, 0, await countProductsOfCategory(reader, category)]);
  return nodes;
}
