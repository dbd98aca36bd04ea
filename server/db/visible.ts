import { sql, type RawBuilder } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { hasState, isDated } from './kind-columns.ts';
import { listedTables, type ListedTable } from './listed-tables.ts';

/**
 * Published and due: the only rows a visitor may see. That it is published is a literal, not a parameter, because the
 * engines use a partial index only when they can see that the query asks for no other rows.
 */
export function visible(table: ListedTable, now: string): RawBuilder<boolean> {
  return sql<boolean>`${isPublished(table)} and ${timeOf(table)} <= ${now}`;
}

/** Asks whether visitors see an entry by its state, now or once its time has come. In SQL, over the columns of its row. */
export function isShownSql(kind: Kind): string {
  if (!hasState(kind)) return '1 = 1';
  return `status = 'published'${isDated(kind) ? ' and published_at is not null' : ''}`;
}

export function isPublished(table: ListedTable): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(listedTables[table].isPublished(table))}`;
}

/** Asks whether its time has come, written so that no index serves it: SQLite searches by whatever else is asked for. */
export function hasBegun(table: ListedTable, now: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${timeOf(table)}, '9') <= ${now}`;
}

function timeOf(table: ListedTable): RawBuilder<unknown> {
  return sql.ref(`${table}.${listedTables[table].time}`);
}
