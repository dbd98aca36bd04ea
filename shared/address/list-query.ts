import { withQuery } from './spell-query.ts';

/** The first is the usual one, which addresses leave out. */
export const productSorts = ['recommended', 'newest', 'price-asc', 'price-desc'] as const;
export type ProductSort = (typeof productSorts)[number];

export const [usualSort] = productSorts;

/** Query of a list's address. `category` is null for all. */
export interface ListQuery {
  page: number;
  category: string | null;
  sort: ProductSort;
}

export const pageSize = 24;

interface QueryReader {
  get(name: string): string | null;
}

/**
 * Reads `?page=`, `?category=` and `?sort=`; other parameters are ignored. Empty `category` and `sort`, which
 * a form without a choice sends, count as absent. Null when a value means nothing (page 0, an unknown
 * sort, a category with control characters): such an address is answered 404, so that no two addresses spell the same
 * list by accident.
 */
export function parseListQuery(query: QueryReader): ListQuery | null {
  const page = query.get('page') ?? '1';
  const sort = query.get('sort') || usualSort;
  const category = query.get('category')?.normalize('NFC') || null;
  if (!/^[1-9]\d{0,8}$/.test(page) || !isProductSort(sort)) return null;
  if (category !== null && /\p{Cc}/u.test(category)) return null;
  return { page: Number(page), category, sort };
}

/** Site path of a list, in a fixed order of parameters, with defaults left out. */
export function listAddress(
  path: string,
  { page = 1, category = null, sort = usualSort }: Partial<ListQuery>,
): string {
  return withQuery(path, [
    ['category', category],
    ['sort', sort === usualSort ? null : sort],
    ['page', page === 1 ? null : page],
  ]);
}

/** Whether it is the first page of the unfiltered list in its default order. */
export function isWholeList({ category, sort, page }: ListQuery): boolean {
  return category === null && sort === usualSort && page === 1;
}

function isProductSort(value: string): value is ProductSort {
  return productSorts.some((sort) => sort === value);
}
