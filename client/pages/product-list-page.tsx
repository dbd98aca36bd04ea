import { usePayload } from '../context/use-payload.ts';
import { ProductListView } from '../site/cards/product-list-view.tsx';
import { filterSlot } from './product-list/filter-slot.ts';
import { tableSlot } from './product-list/table-slot.ts';

export function ProductListPage() {
  const list = usePayload('product');
  const { facets, table } = list;
  return (
    <ProductListView
      list={list}
      filtering={facets && filterSlot.filteringOf?.(list, facets)}
      table={table && tableSlot.tableOf?.(list, table)}
    />
  );
}

/** To be called before a list with filters, or one that is a table, is shown. */
export async function loadListParts({ facets, table }: { facets?: unknown; table?: unknown }): Promise<void> {
  await Promise.all([
    facets && import('./product-list/filters.tsx'),
    table && import('./product-list/table.tsx'),
  ]);
}
