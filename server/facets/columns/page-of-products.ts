import type { FacetQuestion } from '../facet-question.ts';
import type { CountedProducts } from './count-products.ts';
import type { ProductColumns } from './product-columns.ts';
import { refsAt, type KeyOrder } from './refs-at.ts';

/** Ids of one page of the found products. */
export function pageOfProducts(
  columns: ProductColumns,
  { found, total }: Pick<CountedProducts, 'found' | 'total'>,
  { sort, skip, limit, pinned: ids }: FacetQuestion,
): string[] {
  if (limit === 0) return [];
  const pinned = (sort === 'recommended' ? ids : []).flatMap((id) => {
    const ref = columns.find(id);
    return ref !== null && found.has(ref) ? ref : [];
  });
  const first = pinned.slice(skip, skip + limit);
  const isPinned = new Set(pinned);
  const all = found.list(total);
  const refs = pinned.length === 0 ? all : all.filter((ref) => !isPinned.has(ref));
  const { order, ...limits } = orderOf(columns, sort);
  const from = Math.max(0, skip - pinned.length);
  const others = refsAt({ refs, ...limits }, order, from, from + limit - first.length);
  return [...first, ...others].map((ref) => columns.idOf(ref).toString());
}

/** An order, with limits of its keys. */
function orderOf(
  columns: ProductColumns,
  sort: FacetQuestion['sort'],
): { order: KeyOrder; least: number; most: number } {
  const { earliest, latest, highest } = columns.limits;
  /** More than between any two times. */
  const span = latest - earliest + 1;
  switch (sort) {
    case 'newest':
      return {
        order: { columns, isFromLastId: true, keyOf: (ref) => -columns.timeOf(ref) },
        ...{ least: -latest, most: -earliest },
      };
    case 'recommended': {
      const keyOf = (ref: number) => (columns.isAvailable(ref) ? 0 : span) - columns.timeOf(ref);
      return { order: { columns, isFromLastId: true, keyOf }, least: -latest, most: span - earliest };
    }
    // Those without a price are last in both.
    case 'price-asc': {
      const keyOf = (ref: number) => columns.priceOf(ref) ?? highest + 1;
      return { order: { columns, isFromLastId: false, keyOf }, least: 0, most: highest + 1 };
    }
    case 'price-desc': {
      const keyOf = (ref: number) => -(columns.priceOf(ref) ?? -1);
      return { order: { columns, isFromLastId: true, keyOf }, least: -highest, most: 1 };
    }
  }
}
