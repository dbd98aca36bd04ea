import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { listSeparator } from '#shared/locale/punctuation.ts';
import type { Row } from '#server/content/kinds/content-kind.ts';
import { fromStored } from '#server/content/kinds/stored-fields.ts';
import { beginningOf, readCell, type CellValue } from './cells.ts';
import type { TableColumn, TableVariants } from './columns.ts';
import type { TableHeader } from './read-header.ts';
import type { NamedRow } from './sort-rows.ts';
import type { ChangedCell, ChangedRow, RowProblem } from './table-plan.ts';

/** Names of the values of a column, as people type them. */
export type LabelsOf = (column: TableColumn) => ReadonlyMap<string, string>;

export interface RowReader {
  kind: Kind;
  header: TableHeader;
  labelsOf: LabelsOf;
  isLossy: boolean;
}

type Values = Readonly<Record<string, unknown>>;
type Problem = RowProblem['problem'];

/** The variants of a stored entry, as an editor writes them. */
export function variantsOf({ stored, field }: TableVariants, row: Row): Values[] {
  // A column of rows gives a list of maps.
  return (fromStored(field, row[stored]) ?? []) as Values[];
}

/** The words that tell a variant from others. */
export function nameOfVariant({ valuesKey }: TableVariants, variant: Values): string {
  return Object.values(variant[valuesKey] ?? {}).join(listSeparator);
}

/** Compares the rows of an entry with what is stored. */
export function comparerOf(reader: RowReader, row: Row) {
  const { variants } = reader.header;
  const list = variants === null ? [] : variantsOf(variants, row);
  const variantOf = new Map(list.map((variant) => [String(variant[variants?.idKey ?? '']), variant]));

  return function compare(named: NamedRow): ChangedRow | { problems: Problem[] } {
    if (named.variant === '')
      return compareRow(reader, named, {
        name: '',
        fieldOf: ({ field }) => field,
        before: ({ field, stored }) => fromStored(field, row[stored]),
      });
    const variant = variantOf.get(named.variant);
    if (variants === null || variant === undefined) return { problems: [{ code: 'unknown-variant' }] };
    return compareRow(reader, named, {
      name: nameOfVariant(variants, variant),
      fieldOf: ({ ofVariant }) => ofVariant,
      before: ({ name }) => variant[name],
    });
  };
}

/** Stored values that a row is compared with. */
interface Compared {
  name: string;
  fieldOf(column: TableColumn): TableColumn['ofVariant'];
  before(column: TableColumn): unknown;
}

/** Finds cells that say something else. A cell that is missing at the end of a row says nothing. */
function compareRow(
  { kind, header, labelsOf, isLossy }: RowReader,
  { line, variant, cells }: NamedRow,
  compared: Compared,
): ChangedRow | { problems: Problem[] } {
  const changed: ChangedCell[] = [];
  const problems: Problem[] = [];
  const values = header.columns.map(({ column, at }): CellValue => {
    const cell = cells[at];
    const field = compared.fieldOf(column);
    if (field === null) {
      // The name of the entry says which variant it is, and is not read.
      if (column.name !== kinds[kind].title && cell !== undefined && cell.trim() !== '')
        problems.push({ code: 'not-of-variant', name: column.name, typed: beginningOf(cell) });
      return null;
    }
    const before = toCellValue(compared.before(column));
    if (cell === undefined) return before;
    const read = readCell(field, cell, { before, labels: labelsOf(column), isLossy });
    if (read === undefined)
      problems.push({ code: 'unreadable', name: column.name, typed: beginningOf(cell) });
    else if (read.value !== before) changed.push({ column, before, after: read.value });
    return read?.value ?? null;
  });
  if (problems.length > 0) return { problems };
  return { line, variant, variantName: compared.name, cells: changed, values };
}

function toCellValue(value: unknown): CellValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
