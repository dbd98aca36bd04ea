import { columnsOfMoment } from '#shared/kinds/product.ts';
import type { AnnouncedTables } from '../db/schema.ts';
import { columnsOfKind } from '../db/tables/kind-columns.ts';

type ProductColumn = keyof AnnouncedTables['products'] & string;

const ofMoment: readonly string[] = columnsOfMoment satisfies readonly ProductColumn[];

/** Columns that pages and cards of a product are made of: these compute what is true at the moment themselves. */
export const shownColumns: readonly ProductColumn[] = columnsOfKind('products').filter(
  (column): column is ProductColumn => !ofMoment.includes(column),
);
