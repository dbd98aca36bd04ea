import { formatPrice } from '#shared/locale/prices.ts';
import { priceText, untilText } from '#shared/locale/offer-words.ts';
import { texts } from '#shared/locale/texts.ts';
import type { OfferData } from '#shared/payload/offer-payload.ts';

interface OfferPriceProps {
  offer: OfferData;
  /** Class of the price itself. */
  className: string;
  /** Shows both ends where variants have different prices. */
  isWhole?: boolean;
}

/** Price at the moment of the page, with the former price and the end of a sale. */
export function OfferPrice({ offer, className, isWhole = false }: OfferPriceProps) {
  const { price, formerPrice, saleUntil, highestPrice } = offer;
  const { product } = texts;
  const range =
    highestPrice === undefined ? '' : isWhole ? ` – ${formatPrice(highestPrice)}` : ` ${product.andUp}`;
  return (
    <>
      <span className={className}>{priceText(price) + range}</span>
      {formerPrice !== undefined && (
        <del className="text-sm text-soft">
          <span className="sr-only">{`${product.formerPrice} `}</span>
          {formatPrice(formerPrice)}
        </del>
      )}
      {saleUntil !== undefined && (
        <time dateTime={saleUntil} className="text-sm text-soft">
          {untilText(saleUntil)}
        </time>
      )}
    </>
  );
}
