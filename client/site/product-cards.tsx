import { paths } from '#shared/paths.ts';
import type { ProductCardData } from '#shared/payloads.ts';
import { useHref } from '../context/app-config-context.ts';
import { useText } from '../context/use-text.ts';
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
