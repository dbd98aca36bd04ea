import type { Kind } from '#shared/kinds/kind-names.ts';
import { composed } from '#shared/composed.ts';
import { tableColumns, tableVariants, type TableColumn, type TableVariants } from './columns.ts';
import { maxCellCharacters } from './cells.ts';
import { unguardText } from './guarded-text.ts';

/** Columns of a file, by their places in its rows. */
export interface TableHeader {
  /** Number of columns that have a name. */
  width: number;
  columns: readonly { column: TableColumn; at: number }[];
  /** Null: rows of the file are entries alone. */
  variants: TableVariants | null;
  /** Whether rows say which version they were made from. */
  hasVersion: boolean;
  /** Names that no column has: what stands below them is not read. */
  unknown: readonly string[];
  idIn(cells: readonly string[]): string;
  /** Id of the variant; empty: the row is the entry's own. */
  variantIn(cells: readonly string[]): string;
  /** Null: the row does not say it. NaN, which no entry has: it is no version. */
  versionIn(cells: readonly string[]): number | null;
}

export type HeaderProblem = { code: 'no-id' } | { code: 'no-columns' } | { code: 'twice'; name: string };

/** Longer than any name. Normalizing thousands of marks takes the square of their number. */
const maxNameLength = 100;

/** Columns of a sheet of Excel. 8 MB may have four million. */
const maxColumns = 16_384;

/** Finds the columns of a file by their names or by the labels of their fields, in any order. */
export function readHeader(
  kind: Kind,
  names: readonly string[],
): { header: TableHeader } | { problems: HeaderProblem[] } {
  const variants = tableVariants(kind);
  const typed = names
    .slice(0, maxColumns)
    .map((name) => name.slice(0, maxNameLength).normalize('NFKC').trim());
  const width = typed.findLastIndex((name) => name !== '') + 1;
  const placesByName = Map.groupBy(typed.keys(), (at) => typed[at]?.toLowerCase());
  const placesOf = (...called: string[]) =>
    [...new Set(called.map((name) => name.toLowerCase()))]
      .flatMap((name) => placesByName.get(name) ?? [])
      .sort((a, b) => a - b);
  const id = placesOf('id');
  const variant = variants === null ? [] : placesOf(variants.name, variants.field.label);
  const version = placesOf('version');
  const ofColumns = tableColumns(kind).map((column) => ({
    column,
    places: placesOf(column.name, column.field.label),
  }));
  const problems: HeaderProblem[] = [];
  const [idAt] = id;
  if (idAt === undefined) problems.push({ code: 'no-id' });
  if (ofColumns.every(({ places }) => places.length === 0)) problems.push({ code: 'no-columns' });
  for (const places of [id, variant, version, ...ofColumns.map((column) => column.places)])
    if (places.length > 1) problems.push({ code: 'twice', name: typed[places[0] ?? 0] ?? '' });
  if (problems.length > 0 || idAt === undefined) return { problems };
  const [variantAt] = variant;
  const [versionAt] = version;
  const known = new Set([...id, ...variant, ...version, ...ofColumns.flatMap(({ places }) => places)]);
  const textIn = (cells: readonly string[], at: number | undefined) => {
    const cell = at === undefined ? '' : unguardText(cells[at] ?? '').trim();
    return composed(cell.slice(0, maxCellCharacters));
  };
  return {
    header: {
      width,
      columns: ofColumns.flatMap(({ column, places: [at] }) => (at === undefined ? [] : [{ column, at }])),
      variants: variantAt === undefined ? null : variants,
      hasVersion: versionAt !== undefined,
      unknown: typed.filter((name, at) => name !== '' && !known.has(at)),
      idIn: (cells) => textIn(cells, idAt),
      variantIn: (cells) => textIn(cells, variantAt),
      versionIn(cells) {
        const cell = versionAt === undefined ? '' : (cells[versionAt] ?? '').trim();
        return cell === '' ? null : /^\d{1,9}$/.test(cell) ? Number(cell) : NaN;
      },
    },
  };
}
