import { sql } from 'kysely';
import type { Database } from '#server/db/open/open-database.ts';

/** Tables, columns, constraints, indexes, triggers and functions, a line for each. */
export async function readSchema(db: Database): Promise<string[]> {
  const { rows } = await (db.engine === 'sqlite' ? sqliteSchema : postgresSchema).execute(db.read);
  return rows.map(({ line }) => line);
}

const sqliteSchema = sql<{ line: string }>`
  select type || ' ' || name || ': ' || coalesce(sql, '') as line from sqlite_master order by 1`;

const postgresSchema = sql<{ line: string }>`
  select 'column ' || concat_ws(' ', table_name, ordinal_position, column_name, data_type, collation_name, is_nullable,
    column_default, is_generated, generation_expression, identity_generation) as line
  from information_schema.columns where table_schema = current_schema()
  union all select 'index ' || indexdef from pg_indexes where schemaname = current_schema()
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = current_schema()::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
  where not tgisinternal and relnamespace = current_schema()::regnamespace
  union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
  order by 1`;
