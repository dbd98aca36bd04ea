import type { TFunction } from 'i18next';
import { formatPrice } from '#shared/locale/prices.ts';
import type { ProductPayload } from '#shared/payload/payloads.ts';
import { useOptionalPayload } from '#client/context/use-payload.ts';
import { AvailabilityBadge } from '#client/site/cards/availability-badge.tsx';
import { ProductBadges } from '#client/site/cards/product-badges.tsx';
import { CopiedText } from './copied-text.tsx';

export interface ProductPartProps {
  product: ProductPayload;
  t: TFunction;
}

/** Name, price, availability and number. */
export function ProductSummary({ product, t }: ProductPartProps) {
  const { price, availability, badges, sku } = product;
  const priceNote = useOptionalPayload('layout')?.priceNote;
  return (
    <>
      <h1 className="page-title">{product.name}</h1>
      {product.summary !== '' && <p className="mt-3 leading-loose">{product.summary}</p>}
      <p className="mt-6 flex flex-wrap items-baseline gap-x-4">
        <span className="figures price">{price === null ? t('product.noPrice') : formatPrice(price)}</span>
        {price !== null && priceNote && <span className="text-sm text-soft">{priceNote}</span>}
        <AvailabilityBadge availability={availability} t={t} />
        <ProductBadges badges={badges} />
      </p>
      {sku !== null && (
        <p className="mt-1 text-sm text-soft">
          <span className="me-2">{t('product.sku')}</span>
          <CopiedText text={sku} label={t('copy.sku')} />
        </p>
      )}
    </>
  );
}
