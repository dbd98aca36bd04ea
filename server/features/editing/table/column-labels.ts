import { texts } from '#shared/locale/texts.ts';
import { shortAvailability } from '#shared/locale/editors/table-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import type { TableColumn } from './columns.ts';

/** The words of the site for the values of a column, and the same without their first sign: 有現貨 and 現貨. */
export function columnLabels({ field }: TableColumn): ReadonlyMap<string, string> {
  const labels: Readonly<Record<string, string>> = texts.product.availability;
  return new Map(
    (field.options ?? []).flatMap((option) => {
      const label = ownValue(labels, option) ?? option;
      return [
        [label, option],
        [shortAvailability(label), option],
      ] as const;
    }),
  );
}
