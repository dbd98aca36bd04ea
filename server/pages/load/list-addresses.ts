import { kindNames, listPath } from '#shared/kinds/kind-names.ts';
import { paths } from '#shared/address/paths.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listTagsInUse } from '#server/features/articles/tag-queries.ts';
import { findCategoryRows } from '#server/content/category-tree.ts';
import { listCategoryTree } from '#server/features/categories/category-queries.ts';

/**
 * The site paths of lists as they are meant to be found: the first page of each, in its usual order. A category with a
 * row is an entry, and stands among those of its kind.
 */
export async function listListAddresses(reader: Reader): Promise<string[]> {
  const rows = await findCategoryRows(reader);
  const categories = (await listCategoryTree(reader)).filter(({ id }) => !rows.has(id));
  const tags = await listTagsInUse(reader);
  return [
    paths.home,
    ...kindNames.flatMap((kind) => listPath(kind) ?? []),
    ...categories.map(({ id }) => paths.products({ category: id })),
    ...tags.map((tag) => paths.tag(tag)),
  ];
}
