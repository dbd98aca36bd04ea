import { sql, type RawBuilder } from 'kysely';
import type { PublishedTable } from './schema.ts';

/**
 * Published and due: the only rows a visitor may see. The status is a literal, not a parameter, because the
 * engines use a partial index only when they can see that the query asks for no other rows.
 */
export function visible(table: PublishedTable, now: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.status`)} = 'published' and ${sql.ref(`${table}.published_at`)} <= ${now}`;
}

/** Asks whether its time has come, written so that no index serves it: SQLite searches by whatever else is asked for. */
export function hasBegun(table: PublishedTable, now: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(`${table}.published_at`)}, '9') <= ${now}`;
}
