import { kindNames, listPath } from '#shared/kinds/kind-names.ts';
import { paths } from '#shared/address/paths.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listTagsInUse } from '#server/features/articles/tag-queries.ts';
import { listCategories } from '#server/features/products/product-queries.ts';

/** The site paths of lists as they are meant to be found: the first page of each, in its usual order. */
export async function listListAddresses(reader: Reader): Promise<string[]> {
  const categories = await listCategories(reader);
  const tags = await listTagsInUse(reader);
  return [
    paths.home,
    ...kindNames.flatMap((kind) => listPath(kind) ?? []),
    ...categories.map((category) => paths.products({ category })),
    ...tags.map((tag) => paths.tag(tag)),
  ];
}
