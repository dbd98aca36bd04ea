import type { Availability } from '#shared/kinds/availabilities.ts';
import type { TFunction } from 'i18next';
import { Badge } from '#client/ui/badge.tsx';

export function AvailabilityBadge({ availability, t }: { availability: Availability; t: TFunction }) {
  return <Badge tone={tones[availability]}>{t(`product.availability.${availability}`)}</Badge>;
}

const tones = {
  in_stock: 'success',
  preorder: 'info',
  sold_out: 'neutral',
  discontinued: 'neutral',
} as const;
