import { paths } from '#shared/paths.ts';
import type { ProductListPayload } from '#shared/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { ProductList } from '#client/site/product-list.tsx';

interface ProductSectionProps {
  list: ProductListPayload;
  isFirstView: boolean;
}

/** The first page of all products, as `/product` has it. */
export function ProductSection({ list, isFirstView }: ProductSectionProps) {
  const t = useText();
  const href = useHref();
  return (
    <section aria-labelledby="all-products" className="front-part">
      <div className="front-head">
        <h2 id="all-products" className="section-title">
          {t('products.title')}
        </h2>
        <a href={href(paths.products())} className="row-link">
          {t('products.count', { total: list.total })}
        </a>
      </div>
      <ProductList list={list} isFirstView={isFirstView} headingLevel="h3" />
    </section>
  );
}
