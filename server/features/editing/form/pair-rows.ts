import { composed } from '#shared/composed.ts';
import { pairColumns } from '#shared/kinds/common-fields.ts';

/** A name with its values as a document has them, and the group in which it stands; empty: none. */
export interface PairRow {
  group: unknown;
  name: unknown;
  value: unknown;
}

/** The rows of a map of names, values and groups. A draft in which a name stands twice has its rows in a list. */
export function pairRows(value: unknown): PairRow[] {
  if (value instanceof Map)
    return [...value].flatMap(([name, content]) =>
      content instanceof Map
        ? Array.from(content, ([inner, values]) => ({ group: name, name: inner, value: values }))
        : { group: '', name, value: content },
    );
  return Array.isArray(value)
    ? value.map((row: unknown) => {
        const [name, content = '', group = ''] = Array.isArray(row) ? row : [row];
        return { group, name, value: content };
      })
    : [];
}

/** A map cannot hold a name twice: until one of the two is changed, the draft has a list. */
export function meantPairs(rows: readonly PairRow[]): unknown {
  if (repeatedPairs(rows).length === 0) return pairMap(rows);
  return rows.map(({ group, name, value }) => (group === '' ? [name, value] : [name, value, group]));
}

/** The rows as a map; the last of those with the same name counts. */
export function pairMap(rows: readonly PairRow[]): ReadonlyMap<unknown, unknown> {
  const map = new Map<unknown, unknown>();
  for (const { group, name, value } of rows) {
    if (group === '') {
      map.set(name, value);
      continue;
    }
    const within: unknown = map.get(group);
    map.set(group, new Map(within instanceof Map ? within : []).set(name, value));
  }
  return map;
}

/** Rows whose name stands before them in the same group, or is that of a group. */
export function repeatedPairs(rows: readonly PairRow[]): number[] {
  const groups = new Set(rows.map(({ group }) => comparable(group)));
  const seen = new Set<string>();
  return rows.flatMap(({ group, name }, row) => {
    const place = `${comparable(group)}\0${comparable(name)}`;
    const isRepeated = seen.has(place) || (group === '' && name !== '' && groups.has(comparable(name)));
    seen.add(place);
    return isRepeated && name !== '' ? [row] : [];
  });
}

function comparable(text: unknown): string {
  return composed(String(text));
}

/** The row and the column of a mistake in a map, by its path within; null: no row has it. */
export function placeOfPair(
  rows: readonly PairRow[],
  [key = '', within]: readonly (string | number)[],
): { row: number; column: keyof PairRow } | null {
  const row = rows.findIndex(({ group, name }) =>
    group === '' ? name === key : group === key && (within === undefined || name === within),
  );
  const found = rows[row];
  if (found === undefined) return null;
  if (found.group !== '' && within === undefined) return { row, column: 'group' };
  const name = String(found.name);
  // A name is there, and a value belongs to it: the mistake is in one of the two.
  const isName = name.trim() === '' || name.length > pairColumns.name.max;
  return { row, column: isName ? 'name' : 'value' };
}
