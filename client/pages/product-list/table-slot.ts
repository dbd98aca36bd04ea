import type { ReactNode } from 'react';
import type { ProductListPayload } from '#shared/payload/payloads.ts';

/** Place of the script of tables, as filter-slot.ts is that of filters. */
export const tableSlot: {
  tableOf: ((list: ProductListPayload, table: NonNullable<ProductListPayload['table']>) => ReactNode) | null;
} = { tableOf: null };
