import { isAvailability } from '#shared/address/product-filters.ts';
import type { useText } from '#client/context/use-text.ts';

/** For a value of a later build, which this script has no word for, that of all of them. */
export function availabilityLabel(t: ReturnType<typeof useText>, value: string): string {
  return t(isAvailability(value) ? `product.availability.${value}` : 'filters.availability');
}
