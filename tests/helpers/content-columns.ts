import { sql } from 'kysely';
import type { Database } from '#server/db/open/open-database.ts';
import type { ContentTable } from '#server/db/schema.ts';

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** The columns of a table that can be written, as the database itself names them. */
export async function listColumns(db: Database, table: ContentTable): Promise<string[]> {
  const { rows } = await (
    db.engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_xinfo(${table}) where hidden = 0`
      : sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`
  ).execute(db.read);
  return rows.map(({ name }) => name);
}

/** A row is found again by the values of its key. */
export interface ColumnChange {
  table: ContentTable;
  column: string;
  key: Row;
  value: Value;
}

/** Writes the column of the row with this key. False when the database refuses the value, or has no such row. */
export async function writeColumn(
  db: Database,
  { table, column, key, value }: ColumnChange,
): Promise<boolean> {
  const conditions = Object.entries(key).map(([name, is]) => sql`${sql.ref(name)} = ${is}`);
  try {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.join(conditions, sql` and `)}`.execute(
      db.write,
    );
    return numAffectedRows === 1n;
  } catch (error) {
    if (error instanceof Error && /constraint|violates/i.test(error.message)) return false;
    throw error;
  }
}

/**
 * Changes of this column to values that other rows have there, so that they are as good as those; a text may also get a
 * sign more. Those of the row with the first key come first.
 */
export function* changesOf(
  table: ContentTable,
  column: string,
  rows: readonly Row[],
  firstKey: Row,
): Generator<ColumnChange & { before: Value }> {
  const keyOf = (row: Row) =>
    Object.fromEntries(Object.keys(firstKey).map((name) => [name, row[name] ?? null]));
  const isFirst = (row: Row) => Object.entries(firstKey).every(([name, value]) => row[name] === value);
  for (const row of rows.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) {
    const before = row[column] ?? null;
    const others = new Set(rows.map((other) => other[column] ?? null));
    others.delete(before);
    for (const value of [...others].sort().toReversed())
      yield { table, column, key: keyOf(row), before, value };
    if (typeof before === 'string') yield { table, column, key: keyOf(row), before, value: `${before}x` };
  }
}
