import { usePayload } from '../context/use-payload.ts';
import { ProductListView } from '../site/cards/product-list-view.tsx';

export function ProductListPage() {
  return <ProductListView list={usePayload('product')} />;
}
