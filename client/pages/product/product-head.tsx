import { paths } from '#shared/address/paths.ts';
import { availabilityOf } from '#client/site/cards/availability-badge.tsx';
import { PageHead } from '#client/site/page-head.tsx';
import { productName } from './product-name.ts';
import type { ProductPartProps } from './product-summary.tsx';

export function ProductHead({ product, t }: ProductPartProps) {
  const { brand, sku, price, highestPrice } = product;
  return (
    <PageHead
      title={productName(t, product)}
      description={product.summary}
      canonicalPath={paths.product(product.id)}
      type="product"
      picture={product.picture}
      sharingCard={product.sharingCard}
      product={{
        price: highestPrice === undefined ? price : null,
        availability: availabilityNames[availabilityOf(product)],
        brand: brand ?? null,
        sku,
      }}
    />
  );
}

/** Words of https://developers.facebook.com/docs/marketing-api/catalog/reference. */
const availabilityNames = {
  in_stock: 'in stock',
  preorder: 'preorder',
  backorder: 'available for order',
  coming_soon: 'out of stock',
  sold_out: 'out of stock',
  discontinued: 'discontinued',
} as const;
