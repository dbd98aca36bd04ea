import { byCodeUnits } from '../by-code-units.ts';
import { availabilities, isAwaited, isForSale, type Availability } from '../kinds/availabilities.ts';

/** Price and availability as editors give them. Times are ISO 8601 in UTC. */
export interface OfferTerms {
  /** Whole New Taiwan dollars; null without a price. */
  price: number | null;
  salePrice: number | null;
  salePriceFrom: string | null;
  /** The first moment without the sale. */
  salePriceUntil: string | null;
  availability: Availability;
  availableFrom: string | null;
}

/** A variant as it is stored: what it leaves out is its product's. */
export interface Variant extends Partial<OfferTerms> {
  /** Unique in its product. */
  id: string;
  /** The value of each option. */
  options: Readonly<Record<string, string>>;
  sku?: string;
  gtin?: string;
  mpn?: string;
  /** Path of a picture of the product. */
  image?: string;
  purchaseUrl?: string;
}

export interface OfferedProduct {
  terms: OfferTerms;
  variants: readonly Variant[];
}

/** Price and availability at a moment. */
export interface Offer {
  price: number | null;
  /** Price without the sale that is on; null outside of sales. */
  formerPrice: number | null;
  /** End of that sale. */
  saleUntil: string | null;
  availability: Availability;
  /** Time in the future from which on it is to be had. */
  availableFrom: string | null;
}

export interface ProductOffer extends Offer {
  /** Highest price of its variants, where they have different prices: `price` is the lowest one. */
  highestPrice: number | null;
  /** Offers of its variants, in their order. */
  ofVariants: readonly Offer[];
  /** Next moment at which anything of this becomes another; null: never. */
  nextChangeAt: string | null;
}

/**
 * Price and availability of a product and of each of its variants at a moment. Everything that shows, sorts or announces
 * them goes through here.
 * @param now ISO 8601 in UTC.
 */
export function offerAt({ terms, variants }: OfferedProduct, now: string): ProductOffer {
  const termsOfVariants = variants.map((variant) => termsOf(terms, variant));
  const ofVariants = termsOfVariants.map((each) => plainOffer(each, now));
  const changes = [terms, ...termsOfVariants].flatMap((each) =>
    momentsOf(each).filter((moment) => moment > now),
  );
  return {
    ...(ofVariants.length === 0
      ? { ...plainOffer(terms, now), highestPrice: null }
      : offerOfVariants(ofVariants)),
    ofVariants,
    nextChangeAt: changes.reduce<string | null>((a, b) => (a === null || b < a ? b : a), null),
  };
}

/**
 * Terms of a variant. A price and its sale belong together: a variant with a price of its own is in no sale of its
 * product. Ends of a sale may be given once, for all variants with a sale price.
 */
export function termsOf(product: OfferTerms, variant: Variant): OfferTerms {
  const { price, salePrice, salePriceFrom = null, salePriceUntil = null } = variant;
  const hasOwnEnds = salePriceFrom !== null || salePriceUntil !== null;
  return {
    price: price ?? product.price,
    salePrice: salePrice ?? (price === undefined ? product.salePrice : null),
    salePriceFrom: hasOwnEnds ? salePriceFrom : product.salePriceFrom,
    salePriceUntil: hasOwnEnds ? salePriceUntil : product.salePriceUntil,
    availability: variant.availability ?? product.availability,
    availableFrom: variant.availableFrom ?? product.availableFrom,
  };
}

function plainOffer(terms: OfferTerms, now: string): Offer {
  const { price, salePrice, salePriceFrom, salePriceUntil, availableFrom } = terms;
  const isOnSale =
    hasSale(terms) &&
    (salePriceFrom === null || salePriceFrom <= now) &&
    (salePriceUntil === null || now < salePriceUntil);
  const isOut = availableFrom !== null && availableFrom <= now;
  const availability = terms.availability === 'coming_soon' && isOut ? 'in_stock' : terms.availability;
  return {
    price: isOnSale ? salePrice : price,
    formerPrice: isOnSale ? price : null,
    saleUntil: isOnSale ? salePriceUntil : null,
    availability,
    availableFrom: isAwaited(availability) && !isOut ? availableFrom : null,
  };
}

/** A sale price that is no lower than the price, which an operator's SQL may have left, is none. */
function hasSale({ price, salePrice }: OfferTerms): boolean {
  return price !== null && salePrice !== null && salePrice < price;
}

function momentsOf(terms: OfferTerms): string[] {
  const { salePriceFrom, salePriceUntil, availability, availableFrom } = terms;
  const times = [
    ...(hasSale(terms) ? [salePriceFrom, salePriceUntil] : []),
    ...(isAwaited(availability) ? [availableFrom] : []),
  ];
  return times.filter((time) => time !== null);
}

/** Lowest price and best availability of the variants that can be had, or of all if none can. */
function offerOfVariants(all: readonly Offer[]): Omit<ProductOffer, 'ofVariants' | 'nextChangeAt'> {
  const available = all.filter(({ availability }) => isForSale(availability));
  const considered = available.length > 0 ? available : all;
  const best = considered.toSorted(byAvailability)[0] ?? noOffer;
  const priced = considered.filter(({ price }) => price !== null).toSorted(byPrice);
  const cheapest = priced[0] ?? best;
  const highest = priced.at(-1)?.price ?? null;
  return {
    price: cheapest.price,
    formerPrice: cheapest.formerPrice,
    saleUntil: cheapest.saleUntil,
    availability: best.availability,
    availableFrom: best.availableFrom,
    highestPrice: highest === cheapest.price ? null : highest,
  };
}

const noOffer: Offer = {
  price: null,
  formerPrice: null,
  saleUntil: null,
  availability: 'sold_out',
  availableFrom: null,
};

/** Sorts the best first, and by date what is as good. */
const byAvailability = (a: Offer, b: Offer) =>
  availabilities.indexOf(a.availability) - availabilities.indexOf(b.availability) ||
  byCodeUnits(a.availableFrom ?? '', b.availableFrom ?? '');

const byPrice = (a: Offer, b: Offer) => (a.price ?? 0) - (b.price ?? 0);
