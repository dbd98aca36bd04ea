import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import type { ProductCardData } from '#shared/payload/payloads.ts';

interface ProductBadgesProps {
  product: Pick<ProductCardData, 'badges' | 'isNew' | 'formerPrice'>;
  t: TFunction;
}

/** Words that set a product apart, behind the words before them: its own, and those that follow from price and date. */
export function ProductBadges({ product: { badges = [], isNew, formerPrice }, t }: ProductBadgesProps) {
  const words = new Set([
    ...(formerPrice === undefined ? [] : [t('product.onSale')]),
    ...(isNew ? [t('product.isNew')] : []),
    ...badges,
  ]);
  return [...words].map((word) => (
    <Fragment key={word}>
      {' '}
      <span className="inline-block text-primary">{word}</span>
    </Fragment>
  ));
}
