import type { Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely } from 'kysely';
import { hasState, isDated } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/tables/status.ts';

/** Columns that decide whether visitors see an entry. */
export interface Publication {
  status: Status;
  /** ISO 8601 in UTC. Empty where a kind has no time: published entries are visible at once. Null: never visible. */
  published_at: string | null;
}

/** Resolves to null when there is no row: the entry was never published, or is in the trash. */
export async function findPublication(
  db: Kysely<Schema>,
  kind: Kind,
  id: string,
): Promise<Publication | null> {
  const status = hasState(kind) ? sql.ref('status') : sql`'published'`;
  const time = isDated(kind) ? sql.ref('published_at') : sql`''`;
  const { rows } = await sql<Publication>`select ${status} as status, ${time} as published_at
    from ${sql.table(kind)} where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export function isVisibleAt(publication: Publication | null, now: string): boolean {
  if (publication === null) return false;
  const { status, published_at } = publication;
  return status === 'published' && published_at !== null && published_at <= now;
}
