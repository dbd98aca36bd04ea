import type { Availability } from '#shared/kinds/availabilities.ts';
import type { Picture } from '#shared/payload/payloads.ts';

/** Facts of a product in the list of editors. */
export interface ProductFacts {
  sku: string | null;
  category: string;
  /** Whole New Taiwan dollars; null: none is given. */
  price: number | null;
  /** Price without the sale that is on; null outside of sales. */
  formerPrice: number | null;
  availability: Availability;
  picture: Picture | null;
}

/** Filters of a list of products. */
export interface ProductFilter {
  category: string | null;
  availability: Availability | null;
  hasNoPicture: boolean;
  isOnSale: boolean;
}
