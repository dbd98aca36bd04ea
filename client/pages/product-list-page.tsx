import { usePayload } from '../context/use-payload.ts';
import { ProductListView } from '../site/cards/product-list-view.tsx';
import { filterSlot } from './product-list/filter-slot.ts';

export function ProductListPage() {
  const list = usePayload('product');
  const { facets } = list;
  const filtering = facets && filterSlot.filteringOf?.(list, facets);
  return <ProductListView list={list} filtering={filtering} />;
}

/** To be called before a list with filters is shown. */
export function loadFilters(): Promise<unknown> {
  return import('./product-list/filters.tsx');
}
