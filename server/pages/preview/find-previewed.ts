import { isKind } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { findDraft, listDrafts, type Draft } from '#server/features/editing/entries/drafts.ts';
import type { DraftParser } from '#server/features/editing/entries/parse-draft.ts';
import { sortDrafts, type SortedDrafts } from '#server/features/editing/entries/ready-drafts.ts';

/** Drafts that a preview shows, which visitors do not see yet. */
export interface Previewed extends SortedDrafts {
  /** Entry of the draft, if it has one; null: all drafts are shown. */
  entry: Pick<Draft, 'kind' | 'id' | 'title'> | null;
}

/**
 * Resolves to null when there is no such entry, it is in the trash, or it has no drafts, as the settings of the site. A
 * null key means all drafts.
 */
export async function findPreviewed(
  db: Kysely<Schema>,
  entryKey: string | null,
  parse: DraftParser,
): Promise<Previewed | null> {
  if (entryKey === null) return { entry: null, ...(await sortDrafts(db, await listDrafts(db), parse)) };
  const entry = await db
    .selectFrom('entries')
    .select(['kind', 'id', 'title'])
    .where('key', '=', entryKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!entry || !isKind(entry.kind)) return null;
  const draft = await findDraft(db, entryKey);
  return { entry: { ...entry, kind: entry.kind }, ...(await sortDrafts(db, draft ? [draft] : [], parse)) };
}
