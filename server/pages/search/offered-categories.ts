import type { SearchOffers } from '#shared/payload/search-payload.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { findCategoryRows, stepsTo } from '#server/content/category-tree.ts';
import { listCategoryTree } from '#server/features/categories/category-queries.ts';

/** The top level of the tree, for a visitor who has typed or found nothing. */
export async function offerCategories(
  reader: Reader,
): Promise<Pick<SearchOffers, 'categories' | 'topCategories'>> {
  const tops = (await listCategoryTree(reader)).filter(({ depth }) => depth === 0);
  return {
    categories: tops.map(({ id }) => id),
    topCategories: tops.map(({ id, name }) => ({ id, name })),
  };
}

export async function findCategoryName(reader: Reader, id: string): Promise<string> {
  return stepsTo(await findCategoryRows(reader), id).at(-1)?.name ?? id;
}
