import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { hasState, isDated } from '../tables/kind-columns.ts';
import type { Schema } from '../schema.ts';
import { isPublished, visible } from './visible.ts';

/** Whether visitors see an entry: authors always, pages once published, dated entries from their date on. */
export function isShown(table: Kind, now: string): RawBuilder<boolean> {
  if (isDated(table)) return visible(table, now);
  return hasState(table) ? sql<boolean>`${sql.ref(`${table}.status`)} = 'published'` : sql<boolean>`true`;
}

/** Condition for entries that visitors see, now or once their time has come. In SQL, over the columns of its row. */
export function isShownSql(kind: Kind): string {
  if (!hasState(kind)) return '1 = 1';
  return `status = 'published'${isDated(kind) ? ' and published_at is not null' : ''}`;
}

/** Moment since which visitors see an entry: empty for always, null for never. */
export function shownFrom(table: Kind): RawBuilder<string | null> {
  if (!hasState(table)) return sql`''`;
  const since = isDated(table) ? sql.ref(`${table}.published_at`) : sql`''`;
  return sql`case when ${sql.ref(`${table}.status`)} = 'published' then ${since} end`;
}

/** Next moment at which an entry appears by itself. */
export async function findNextShown(db: Kysely<Schema>, table: Kind, now: string): Promise<string | null> {
  if (!isDated(table)) return null;
  const { rows } = await sql<{ at: string | null }>`select min(published_at) as at from ${sql.table(table)}
    where ${isPublished(table)} and published_at > ${now}`.execute(db);
  return rows[0]?.at ?? null;
}
