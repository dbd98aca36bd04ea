import { paths } from '#shared/address/paths.ts';
import type { ProductPayload } from '#shared/payload/payloads.ts';
import { PageHead } from '#client/site/page-head.tsx';

export function ProductHead({ product }: { product: ProductPayload }) {
  return (
    <PageHead
      title={product.name}
      description={product.summary}
      canonicalPath={paths.product(product.id)}
      type="product"
      picture={product.picture}
      sharingCard={product.sharingCard}
    />
  );
}
