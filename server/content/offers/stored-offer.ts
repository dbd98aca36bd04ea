import { product } from '#shared/kinds/product.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import type { OnLoss } from '#shared/stored-list.ts';
import type { OfferedProduct, Variant } from '#shared/offers/offers.ts';
import type { ProductsTable } from '#server/db/schema.ts';

/** Columns of which price and availability at any moment are made. */
export const offerColumns = [
  'list_price',
  'sale_price',
  'sale_price_from',
  'sale_price_until',
  'supply',
  'available_from',
  'variants',
] as const;

export type StoredOffer = Pick<ProductsTable, (typeof offerColumns)[number]>;

export function toOffered(row: StoredOffer): OfferedProduct {
  return {
    terms: {
      price: row.list_price,
      salePrice: row.sale_price,
      salePriceFrom: row.sale_price_from,
      salePriceUntil: row.sale_price_until,
      availability: row.supply,
      availableFrom: row.available_from,
    },
    variants: variantsOf(row),
  };
}

export function variantsOf({ variants }: Pick<ProductsTable, 'variants'>, onLoss?: OnLoss): Variant[] {
  return readStored(product.fields.variants, variants, onLoss);
}
