import { paths } from '#shared/address/paths.ts';
import type { ProductCardData } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { ProductCard } from './product-card.tsx';

/** A list of products under a heading of its own. */
export function ProductCards({ products }: { products: readonly ProductCardData[] }) {
  const t = useText();
  const href = useHref();
  return (
    <ul className="cards product-cards mt-6">
      {products.map((product) => (
        <ProductCard
          key={product.id}
          product={product}
          href={href(paths.product(product.id))}
          t={t}
          headingLevel="h3"
        />
      ))}
    </ul>
  );
}
