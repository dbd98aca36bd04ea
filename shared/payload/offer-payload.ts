import type { Availability, PlainAvailability } from '../kinds/availabilities.ts';

/** Price and availability of a product or a variant at the moment of the page. Times are ISO 8601 in UTC. */
export interface OfferData {
  /** Whole New Taiwan dollars, tax included; null without a price. */
  price: number | null;
  /** Price without the sale that is on. */
  formerPrice?: number;
  saleUntil?: string;
  /** Highest price of variants with different prices, of which `price` is the lowest. */
  highestPrice?: number;
  availability: PlainAvailability;
  /** Takes the place of `availability` for scripts that know these values. */
  laterAvailability?: Exclude<Availability, PlainAvailability>;
  /** Time in the future from which on it is to be had. */
  availableFrom?: string;
}

/** A value of an option, as a link to a variant that has it. */
export interface OptionValue {
  label: string;
  /** Id of the variant that is nearest to the shown one. */
  variant: string;
  isChosen?: true;
  /** The variant cannot be had. */
  isGone?: true;
}

/** A variant for programs that read structured data. */
export interface VariantData extends OfferData {
  id: string;
  /** A value of each option, in their order. */
  values: string[];
  sku?: string;
  gtin?: string;
  mpn?: string;
  /** Address of its own picture. */
  picture?: string;
}
