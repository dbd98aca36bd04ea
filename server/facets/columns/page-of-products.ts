import type { FacetQuestion } from '../facet-question.ts';
import type { ProductColumns } from './product-columns.ts';
import type { RefSet } from './ref-set.ts';

/** Part of an order: places from one to before another. */
interface Part {
  refs: Uint32Array;
  from: number;
  to: number;
  /** Leaves out the others. */
  isAvailable?: boolean;
}

/**
 * Ids of one page of the found products. Walks through all products in their order until it has them: 3 ms for the last
 * of a million, where sorting 400,000 found ones would take 40.
 */
export function pageOfProducts(columns: ProductColumns, found: RefSet, question: FacetQuestion): string[] {
  const { sort, skip, limit } = question;
  const pinned = sort === 'recommended' ? pinnedRefs(columns, found, question) : [];
  const refs = pinned.slice(skip, skip + limit);
  const isPinned = new Set(pinned);
  let left = Math.max(0, skip - pinned.length);
  for (const { refs: all, from, to, isAvailable } of partsOf(columns, sort)) {
    const step = from <= to ? 1 : -1;
    for (let place = from; place !== to && refs.length < limit; place += step) {
      const ref = all[place] ?? 0;
      if (!found.has(ref) || isPinned.has(ref)) continue;
      if (isAvailable !== undefined && columns.isAvailable(ref) !== isAvailable) continue;
      if (left > 0) left -= 1;
      else refs.push(ref);
    }
  }
  return refs.map((ref) => columns.idOf(ref));
}

function pinnedRefs(columns: ProductColumns, found: RefSet, { pinned }: FacetQuestion): number[] {
  return pinned.flatMap((id) => {
    const ref = columns.find(id);
    return ref !== null && found.has(ref) ? ref : [];
  });
}

function partsOf(columns: ProductColumns, sort: FacetQuestion['sort']): Part[] {
  const { newest, cheapest } = columns;
  const all = newest.refs.length;
  switch (sort) {
    case 'newest':
      return [{ refs: newest.refs, from: 0, to: all }];
    case 'recommended':
      return [true, false].map((isAvailable) => ({ refs: newest.refs, from: 0, to: all, isAvailable }));
    case 'price-asc':
      return [{ refs: cheapest.refs, from: 0, to: all }];
    case 'price-desc': {
      // Those without a price are last in both orders.
      const priced = cheapest.place((ref) => (columns.priceOf(ref) === null ? 0 : -1));
      return [
        { refs: cheapest.refs, from: priced - 1, to: -1 },
        { refs: cheapest.refs, from: all - 1, to: priced - 1 },
      ];
    }
  }
}
