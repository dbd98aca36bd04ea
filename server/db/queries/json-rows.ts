import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema.ts';
import { engineOf } from './engine-of.ts';

/**
 * Rows as a table of a statement, called `given`, with these columns and their types. They are one parameter, so that
 * the statement has the same text for any number of rows, and is short: PostgreSQL took longer to plan a query for each
 * of a hundred rows than to run them.
 */
export function jsonRows<Column extends string>(
  db: Kysely<Schema>,
  rows: readonly Readonly<Record<Column, string | number | null>>[],
  columns: Readonly<Record<Column, 'text' | 'integer'>>,
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const names = Object.entries(columns);
  if (engineOf(db) === 'postgres') {
    const typed = names.map(([name, type]) => `${name} ${type}`).join(', ');
    return sql`json_to_recordset(${json}::json) as given (${sql.raw(typed)})`;
  }
  const read = names.map(([name]) => `value ->> '${name}' as ${name}`).join(', ');
  return sql`(select ${sql.raw(read)} from json_each(${json})) as given`;
}
