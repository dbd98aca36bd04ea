import { availabilities } from '#shared/kinds/availabilities.ts';
import type { useText } from '#client/context/use-text.ts';

export function availabilityLabel(t: ReturnType<typeof useText>, value: string): string {
  const option = availabilities.find((name) => name === value);
  return option === undefined ? value : t(`product.availability.${option}`);
}
