import { sql, type Kysely } from 'kysely';
import type { Engine } from '../migration.ts';
import type { Schema } from '../schema.ts';

/** The writable columns of a table, those of later builds too; not those that the database computes. */
export async function listWrittenColumns(
  db: Kysely<Schema>,
  engine: Engine,
  table: keyof Schema,
): Promise<string[]> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_xinfo(${table}) where hidden = 0`
      : sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`
  ).execute(db);
  return rows.map(({ name }) => name);
}
