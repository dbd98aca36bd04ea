import { sql, type Kysely } from 'kysely';
import type { EntryTable } from '#server/db/entry-versions.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/status.ts';

/** What decides whether visitors see an entry, as its row says. */
export interface Publication {
  status: Status;
  /** ISO 8601 in UTC. Empty where a kind has no time: what is published is seen at once. Null: never. */
  published_at: string | null;
}

/** Resolves to null when there is no row: the entry was never published, or is in the trash. */
export async function findPublication(
  db: Kysely<Schema>,
  kind: EntryTable,
  id: string,
): Promise<Publication | null> {
  return (await publicationQuery(db, kind, id).executeTakeFirst()) ?? null;
}

export function isVisibleAt(publication: Publication | null, now: string): boolean {
  if (publication === null) return false;
  const { status, published_at } = publication;
  return status === 'published' && published_at !== null && published_at <= now;
}

function publicationQuery(db: Kysely<Schema>, kind: EntryTable, id: string) {
  const always = sql<string | null>`''`.as('published_at');
  switch (kind) {
    case 'authors':
      return db
        .selectFrom('authors')
        .select([sql<Status>`'published'`.as('status'), always])
        .where('id', '=', id);
    case 'pages':
      return db.selectFrom('pages').select(['status', always]).where('id', '=', id);
    case 'articles':
      return db.selectFrom('articles').select(['status', 'published_at']).where('id', '=', id);
    case 'products':
      return db.selectFrom('products').select(['status', 'published_at']).where('id', '=', id);
  }
}
