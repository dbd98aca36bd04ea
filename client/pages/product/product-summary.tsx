import type { TFunction } from 'i18next';
import { paths } from '#shared/address/paths.ts';
import { dateText } from '#shared/locale/offer-words.ts';
import type { ProductPayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useOptionalPayload } from '#client/context/use-payload.ts';
import { AvailabilityBadge, availabilityOf } from '#client/site/cards/availability-badge.tsx';
import { OfferPrice } from '#client/site/cards/offer-price.tsx';
import { ProductBadges } from '#client/site/cards/product-badges.tsx';
import { CopiedText } from '#client/site/sharing/copied-text.tsx';

export interface ProductPartProps {
  product: ProductPayload;
  t: TFunction;
}

/** Name, price, availability and numbers. */
export function ProductSummary({ product, t }: ProductPartProps) {
  const { price, brand, sku, gtin, mpn, availableFrom = null } = product;
  const href = useHref();
  const priceNote = useOptionalPayload('layout')?.priceNote;
  const notes = [
    dateText(availabilityOf(product), availableFrom),
    gtin && t('product.gtin', { gtin }),
    mpn && t('product.mpn', { mpn }),
  ].flatMap((note) => note || []);
  return (
    <>
      <h1 className="page-title">{product.name}</h1>
      {product.summary !== '' && <p className="mt-3 leading-loose">{product.summary}</p>}
      <p className="mt-6 flex flex-wrap items-baseline gap-x-4">
        <OfferPrice offer={product} className="figures price text-balance" isWhole />
        {price !== null && priceNote && <span className="text-sm text-soft">{priceNote}</span>}
        <AvailabilityBadge offer={product} t={t} />
        <ProductBadges product={product} t={t} />
      </p>
      {sku !== null && (
        <p className="mt-1 text-sm text-soft">
          <span className="me-2">{t('product.sku')}</span>
          <CopiedText text={sku} label={t('copy.sku')} />
        </p>
      )}
      {brand && (
        <p className="text-sm text-soft">
          <a href={href(paths.brand(brand))} rel="nofollow" className="row-link">
            {t('product.brand', { brand })}
          </a>
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-2 text-sm text-soft">
          {note}
        </p>
      ))}
    </>
  );
}
