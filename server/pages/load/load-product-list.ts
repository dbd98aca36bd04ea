import type { ListQuery } from '#shared/address/list-query.ts';
import type { CategoryNode } from '#shared/payload/category-payloads.ts';
import type { CategoryData, ProductCardData, ProductListPayload } from '#shared/payload/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import {
  findCategory,
  listCategoryTree,
  type CategoryDetails,
  type CategoryInTree,
} from '#server/features/categories/category-queries.ts';
import { listProducts } from '#server/features/products/product-queries.ts';
import { readProductTable } from '#server/features/products/product-table.ts';
import { listRecent } from './list-recent.ts';

/** Resolves to null when there is no such category or page. */
export async function loadProductList(reader: Reader, query: ListQuery): Promise<ProductListPayload | null> {
  const category = query.category === null ? null : await findCategory(reader, query.category);
  if (query.category !== null && category === null) return null;
  const list = await listProducts(reader, query);
  return (
    list && {
      ...list,
      query,
      ...(await readSurroundings(reader, category)),
      ...(await readTable(reader, category, list.items)),
      textHtml: query.page === 1 ? (category?.textHtml ?? '') : '',
      ...(list.total === 0 && { recent: await listRecent(reader) }),
    }
  );
}

/** Table of the products, where the category has one. */
export async function readTable(
  reader: Reader,
  category: CategoryDetails | null,
  items: readonly ProductCardData[],
): Promise<Pick<ProductListPayload, 'table'>> {
  if (!category?.columns || items.length === 0) return {};
  const ids = items.map(({ id }) => id);
  return { table: await readProductTable(reader, ids, category.columns) };
}

/** Surroundings of each list: all categories, and the place of its own. */
export async function readSurroundings(reader: Reader, category: CategoryDetails | null) {
  const tree = await listCategoryTree(reader);
  return {
    tree: tree.map(toNode),
    ...(category && { category: toData(category) }),
    categories: tree.flatMap(({ id, depth }) => (depth === 0 ? [id] : [])),
    featured: [],
  };
}

function toData({ name, summary, cover, sharingCard, steps }: CategoryDetails): CategoryData {
  return { name, summary, cover, ...(sharingCard && { sharingCard }), above: steps };
}

function toNode({ id, name, depth, count }: CategoryInTree): CategoryNode {
  return name === id ? [id, depth, count] : [id, depth, count, name];
}
