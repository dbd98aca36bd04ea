import { offerAt, type ProductOffer } from '#shared/offers/offers.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { toOffered, type StoredOffer } from './stored-offer.ts';

/** Offer of a product at the moment of a page, which ends when the offer becomes another. */
export function readOffer(reader: Reader, row: StoredOffer): ProductOffer {
  const offer = offerAt(toOffered(row), reader.now);
  if (offer.nextChangeAt !== null) reader.expiresAt(offer.nextChangeAt);
  return offer;
}
