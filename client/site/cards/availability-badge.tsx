import type { Availability } from '#shared/kinds/availabilities.ts';
import type { OfferData } from '#shared/payload/offer-payload.ts';
import type { TFunction } from 'i18next';
import { Badge } from '#client/ui/badge.tsx';

interface AvailabilityBadgeProps {
  offer: Pick<OfferData, 'availability' | 'laterAvailability'>;
  t: TFunction;
}

/** Nothing for a value of a later build, which this script has no word for. */
export function AvailabilityBadge({ offer, t }: AvailabilityBadgeProps) {
  const availability = availabilityOf(offer);
  if (!Object.hasOwn(tones, availability)) return null;
  return <Badge tone={tones[availability]}>{t(`product.availability.${availability}`)}</Badge>;
}

export function availabilityOf(offer: AvailabilityBadgeProps['offer']): Availability {
  return offer.laterAvailability ?? offer.availability;
}

const tones = {
  in_stock: 'success',
  preorder: 'info',
  backorder: 'info',
  coming_soon: 'info',
  sold_out: 'neutral',
  discontinued: 'neutral',
} as const;
