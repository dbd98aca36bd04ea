import type { Field } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { ownValue } from '#shared/own-value.ts';
import { storedFields } from '#server/db/tables/kind-columns.ts';

/** Column of a table with values of a field. */
export interface TableColumn {
  /** Key of the front matter, as in the header of a file. */
  name: string;
  field: Field;
  /** Column of the values in the database. */
  stored: string;
  /** The field of a variant that has a value of its own; null: it has none. */
  ofVariant: Field | null;
}

/** Rows of a field that stand below their entry, such as the variants of a product. */
export interface TableVariants {
  /** Header of the column with their ids. */
  name: string;
  /** Key of the front matter. */
  key: string;
  field: Field;
  stored: string;
  idKey: string;
  valuesKey: string;
}

/** The columns of a kind's table after those that say which row it is; none for a kind without a table. */
export function tableColumns(kind: Kind): TableColumn[] {
  const ofVariants = tableVariants(kind)?.field.columns ?? {};
  return (kinds[kind].table ?? []).flatMap((name): TableColumn[] => {
    const stored = storedAs(kind, name);
    return stored === null ? [] : [{ name, ...stored, ofVariant: ownValue(ofVariants, name) ?? null }];
  });
}

/** Null for a kind whose table has a row for each entry alone. */
export function tableVariants(kind: Kind): TableVariants | null {
  const { tableRows } = kinds[kind];
  const stored = tableRows === undefined ? null : storedAs(kind, tableRows.field);
  if (tableRows === undefined || stored === null) return null;
  const { field: key, column: name, id: idKey, values: valuesKey } = tableRows;
  return { name, key, ...stored, idKey, valuesKey };
}

/** Names of all columns of a kind's table. The first ones say which row it is. */
export function columnNames(kind: Kind): string[] {
  return [...rowColumns(tableVariants(kind)), ...tableColumns(kind).map(({ name }) => name)];
}

export function rowColumns(variants: TableVariants | null): string[] {
  return variants === null ? ['id', 'version'] : ['id', variants.name, 'version'];
}

function storedAs(kind: Kind, name: string): { field: Field; stored: string } | null {
  const { field, column = null } = storedFields(kind).find((stored) => stored.name === name) ?? {};
  return field === undefined || column === null ? null : { field, stored: column };
}
