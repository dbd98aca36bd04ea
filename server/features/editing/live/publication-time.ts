import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { findPublication } from '#server/content/entries/entry-visibility.ts';

interface DatedEntry {
  kind: Kind;
  id: string;
  key: string;
}

/** Time since which visitors know an entry, in ISO 8601 in UTC. Null when none has seen it, or its kind has no time. */
export async function findKnownSince(
  db: Kysely<Schema>,
  { kind, id, key }: DatedEntry,
  now: string,
): Promise<string | null> {
  const publication = await findPublication(db, kind, id);
  const since = publication?.published_at || null;
  if (publication === null || since === null || since > now) return null;
  if (publication.status === 'published') return since;
  const withdrawn = await db
    .selectFrom('revisions')
    .select('at')
    .where('entry_key', '=', key)
    .where('action', 'in', ['unpublish', 'archive'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Withdrawn before its time came, it has never been seen. An import withdraws without a revision.
  const wasSeen = withdrawn === undefined ? publication.status === 'archived' : withdrawn.at >= since;
  return wasSeen ? since : null;
}

/** Whether giving an entry back to visitors would date its first appearance back to a time that has passed unseen. */
export async function isOverdue(db: Kysely<Schema>, entry: DatedEntry, now: string): Promise<boolean> {
  const since = (await findPublication(db, entry.kind, entry.id))?.published_at || null;
  return since !== null && since <= now && (await findKnownSince(db, entry, now)) === null;
}
