import { sql, type Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { everyListedTable } from '../announcements.ts';
import { isCounted, listNames } from './trigger-sql.ts';

/**
 * Counts the published rows of every list again, future ones included: counting a million rows takes a tenth of a
 * second, reading the number and subtracting the future rows takes nothing. From then on triggers keep the numbers.
 */
export async function countLists(db: Kysely<Schema>): Promise<void> {
  for (const statement of countingStatements()) await sql.raw(statement).execute(db);
}

export function countingStatements(): string[] {
  const counts = everyListedTable().flatMap(({ table, lists }) =>
    listNames(lists, (column) => `${table}.${column}`).map(
      (name) => `insert into list_counts (list, count)
        select ${name}, count(*) from ${table} where ${isCounted(table, table)} group by 1`,
    ),
  );
  return ['delete from list_counts', ...counts];
}
