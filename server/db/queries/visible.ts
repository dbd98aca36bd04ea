import { sql, type RawBuilder } from 'kysely';
import { listedTables, type ListedTable } from '../tables/listed-tables.ts';

/**
 * Published and due: the only rows a visitor may see. The status is a literal, not a parameter, because the engines use
 * a partial index only when they can see that the query selects no other rows.
 */
export function visible(table: ListedTable, now: string): RawBuilder<boolean> {
  return sql<boolean>`${isPublished(table)} and ${timeOf(table)} <= ${now}`;
}

export function isPublished(table: ListedTable): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(listedTables[table].isPublished(table))}`;
}

/**
 * Condition for rows whose time has come, written so that no index serves it: SQLite then searches by the other
 * conditions.
 */
export function hasBegun(table: ListedTable, now: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${timeOf(table)}, '9') <= ${now}`;
}

function timeOf(table: ListedTable): RawBuilder<unknown> {
  return sql.ref(`${table}.${listedTables[table].time}`);
}
