import type { AnnouncedTables } from '../db/schema.ts';
import { columnsOfKind } from '../db/tables/kind-columns.ts';

type ProductColumn = keyof AnnouncedTables['products'] & string;

/** Values of a product at present, for orders, filters and search: `settleOffers` writes them a moment later. */
const ofMoment: readonly string[] = [
  'price_twd',
  'availability',
  'now_availability',
  'next_change_at',
  'cheap_key',
  'dear_key',
  'stock_key',
] satisfies ProductColumn[];

/** Columns that pages and cards of a product are made of. */
export const shownColumns: readonly ProductColumn[] = columnsOfKind('products').filter(
  (column): column is ProductColumn => !ofMoment.includes(column),
);
