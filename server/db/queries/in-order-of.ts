/** Returns the rows in the order of these ids: a database returns them in any order. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
