import type { TFunction } from 'i18next';
import { listSeparator } from '#shared/locale/punctuation.ts';
import type { ProductPayload } from '#shared/payload/payloads.ts';

/** Name of a product, with the values of the chosen variant. */
export function productName(t: TFunction, { name, variant }: ProductPayload): string {
  if (variant === undefined) return name;
  return t('product.nameOfVariant', { name, values: variant.values.join(listSeparator) });
}
