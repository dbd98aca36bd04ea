import { plainAvailability } from '#shared/kinds/availabilities.ts';
import type { Offer } from '#shared/offers/offers.ts';
import type { OfferData } from '#shared/payload/offer-payload.ts';

/** An offer as pages get it: what is not there is left out. */
export function toOfferData(offer: Offer & { highestPrice?: number | null }): OfferData {
  const { price, formerPrice, saleUntil, availability, availableFrom, highestPrice = null } = offer;
  const isLater = availability === 'backorder' || availability === 'coming_soon';
  return {
    price,
    ...(formerPrice !== null && { formerPrice }),
    ...(saleUntil !== null && { saleUntil }),
    ...(highestPrice !== null && { highestPrice }),
    availability: plainAvailability(availability),
    ...(isLater && { laterAvailability: availability }),
    ...(availableFrom !== null && { availableFrom }),
  };
}
