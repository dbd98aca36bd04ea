import { paths } from '#shared/address/paths.ts';
import { availabilityOf } from '#client/site/cards/availability-badge.tsx';
import { LabelledSaveButton } from '#client/site/save-button.tsx';
import { ShareRow } from '#client/site/sharing/share-row.tsx';
import { AskAboutProduct } from './ask-about-product.tsx';
import type { ProductPartProps } from './product-summary.tsx';
import { PurchaseLinks } from './purchase-links.tsx';

export function ProductActions({ product, t }: ProductPartProps) {
  const { id, name, price, purchaseUrl } = product;
  const isAskedFirst = price === null || purchaseUrl === null || availabilityOf(product) === 'coming_soon';
  const ask = <AskAboutProduct product={product} t={t} isFirst={isAskedFirst} />;
  return (
    <>
      {isAskedFirst && ask}
      <PurchaseLinks product={product} t={t} />
      {!isAskedFirst && ask}
      <ShareRow title={name} path={paths.product(id)}>
        <LabelledSaveButton item={`product:${id}`} name={name} />
      </ShareRow>
    </>
  );
}
