import type { Field } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { storedFields } from '#server/db/tables/kind-columns.ts';

/** Column of a table with values of a field. */
export interface TableColumn {
  /** Key of the front matter, as in the header of a file. */
  name: string;
  field: Field;
  /** Column of the values in the database. */
  stored: string;
}

/** Columns that say which row it is. They come first. */
export const rowColumns = ['id', 'version'] as const;

/** The columns of a kind's table after `rowColumns`; none for a kind without a table. */
export function tableColumns(kind: Kind): TableColumn[] {
  const fields = new Map(storedFields(kind).map((field) => [field.name, field]));
  return (kinds[kind].table ?? []).flatMap((name): TableColumn[] => {
    const { field, column = null } = fields.get(name) ?? {};
    return field === undefined || column === null ? [] : [{ name, field, stored: column }];
  });
}
