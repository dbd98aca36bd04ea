import { plainAvailability, type Availability } from '#shared/kinds/availabilities.ts';
import { ownValue } from '#shared/own-value.ts';
import type { ProductsTable } from '#server/db/schema.ts';
import type { Row } from '../kinds/content-kind.ts';
import { offerColumns } from './stored-offer.ts';

type KeptColumns = Pick<ProductsTable, 'price_twd' | 'availability' | 'now_availability' | 'next_change_at'>;

/** A time before every moment: the columns are to be made anew. */
const overdue = '';

/** Columns of products that say what is true at present (settle-offers.ts). */
export const keptOffer = { columnsOf, first, keep };

function columnsOf(
  price: number | null,
  availability: Availability,
  nextChangeAt: string | null,
): KeptColumns {
  return {
    price_twd: price,
    availability: plainAvailability(availability),
    now_availability: availability,
    next_change_at: nextChangeAt,
  };
}

/** Columns of a product without variants on which time has no effect. */
function first(price: number | null, availability: Availability): KeptColumns {
  return columnsOf(price, availability, null);
}

/**
 * Gives a row that is written the kept columns of the stored one. Those of a new row, or of one with other terms, are
 * made before the transaction ends. A plain row has them already.
 */
function keep(row: Row, stored: Row | undefined): Row {
  if (isPlain(row)) return row;
  if (stored === undefined) return { ...row, next_change_at: overdue };
  const { price_twd, availability, now_availability, next_change_at } = stored;
  const isSame = offerColumns.every((column) => ownValue(row, column) === ownValue(stored, column));
  const kept = { price_twd, availability, now_availability };
  return { ...row, ...kept, next_change_at: isSame ? next_change_at : overdue };
}

function isPlain({ sale_price, available_from, variants }: Row): boolean {
  return sale_price === null && available_from === null && variants === '[]';
}
