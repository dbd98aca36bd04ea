import { toZonedIso } from '#shared/locale/dates.ts';
import { ownValue } from '#shared/own-value.ts';
import type { Field } from '#shared/kinds/fields.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import { fromStoredSpecs, toStoredSpecs, type SpecMap } from '#shared/kinds/product-parts/specs.ts';
import { readTexts } from '#shared/stored-list.ts';

/** The value of a field as its column has it. */
export function toStored({ type, absent }: Field, value: unknown): unknown {
  switch (type) {
    case 'line':
    case 'text':
      return value ?? (absent === null ? null : '');
    case 'lines':
    case 'rows':
      return JSON.stringify(value);
    case 'pairs':
      // The schema has made it.
      return toStoredSpecs(value as SpecMap);
    case 'group':
      // The schema has made it.
      return JSON.stringify(withoutEmpty(value as object | undefined) ?? {});
    default:
      return value ?? null;
  }
}

/** The value of a column as an editor writes it; null for a key that is left out of a file. */
export function fromStored(field: Field, stored: unknown): unknown {
  const { type, columns = {}, options = [], isDefaultLeftOut } = field;
  switch (type) {
    case 'line':
    case 'text':
      return stored || null;
    case 'lines':
      return nonEmpty(readTexts(String(stored)));
    case 'rows': {
      const rows = readStored({ ...field, type, columns }, String(stored));
      return nonEmpty(rows.map((row) => fromStoredRow(row, columns)));
    }
    case 'pairs':
      return nonEmpty(fromStoredSpecs(String(stored)));
    case 'group':
      return nonEmpty(readStored({ ...field, type, columns }, String(stored)));
    case 'choice':
      return isDefaultLeftOut && stored === options[0] ? null : stored;
    case 'time':
      return typeof stored === 'string' ? toZonedIso(stored) : null;
    default:
      return stored;
  }
}

/** The group without empty lists and groups, or null when nothing is left. */
function withoutEmpty(group: object = {}): object | null {
  const filled = Object.entries(group).flatMap(([key, value]: [string, unknown]) => {
    if (Array.isArray(value)) return value.length === 0 ? [] : [[key, value]];
    const within = typeof value === 'object' && value !== null ? withoutEmpty(value) : value;
    return within === null ? [] : [[key, within]];
  });
  return nonEmpty(Object.fromEntries(filled));
}

type Values = Readonly<Record<string, unknown>>;

/** Times within a row have the site's offset in a file, as others do. */
function fromStoredRow(row: Values, columns: Readonly<Record<string, Field>>): Values {
  const cells = Object.entries(row).map(([name, value]) => {
    const column = ownValue(columns, name);
    return [name, column?.type === 'time' ? fromStored(column, value) : value];
  });
  return Object.fromEntries(cells);
}

/** The list or map, or null when it is empty. */
export function nonEmpty<T extends object>(value: T): T | null {
  const size = value instanceof Map ? value.size : Object.keys(value).length;
  return size > 0 ? value : null;
}
