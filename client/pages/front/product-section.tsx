import { paths } from '#shared/address/paths.ts';
import type { ProductListPayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { ProductList } from '#client/site/cards/product-list.tsx';
import { FrontPart } from './front-part.tsx';

interface ProductSectionProps {
  list: ProductListPayload;
  isFirstView: boolean;
}

/** The first page of all products, as `/product` has it. */
export function ProductSection({ list, isFirstView }: ProductSectionProps) {
  const t = useText();
  const href = useHref();
  return (
    <FrontPart
      id="all-products"
      title={t('products.title')}
      href={href(paths.products())}
      linkText={t('products.count', { total: list.total })}
    >
      <ProductList list={list} isFirstView={isFirstView} headingLevel="h3" />
    </FrontPart>
  );
}
