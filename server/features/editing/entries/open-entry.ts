import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import { columnsOf } from '#server/db/tables/columns.ts';
import { findDocument } from '#server/content/entries/documents.ts';
import { hashOf } from '#server/content/entries/entry-document.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Entry } from '#server/content/history/revisions.ts';

/** An entry as an editor opens it. */
export interface OpenEntry {
  entry: Entry;
  /** Text that visitors see, or would see if it were published; null: there has never been one. */
  live: string | null;
  draft: Draft | null;
}

interface Draft {
  document: string;
  savedAt: string;
  savedBy: string;
  /** Whether an import or an operator has changed the published text since the draft began. */
  isOutdated: boolean;
}

/** Resolves to null when there is no such entry, or it is in the trash. */
export async function openEntry(db: Kysely<Schema>, kind: Kind, id: string): Promise<OpenEntry | null> {
  const entry = await db
    .selectFrom('entries')
    .select(columnsOf.entries)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return entry ? openFound(db, kind, entry) : null;
}

/** Opens the entry that a form was made from, wherever it is now: under another id, or in the trash. */
export async function openEntryOfForm(
  db: Kysely<Schema>,
  kind: Kind,
  { key, id }: { key: string | null; id: string },
): Promise<OpenEntry | null> {
  if (key === null) return openEntry(db, kind, id);
  const entry = await db
    .selectFrom('entries')
    .select(columnsOf.entries)
    .where('key', '=', key)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return entry ? openFound(db, kind, entry) : null;
}

async function openFound(db: Kysely<Schema>, kind: Kind, entry: Entry): Promise<OpenEntry> {
  // Another entry may have the id of one in the trash.
  const live = entry.deleted_at === null ? await findDocument(db, kind, entry.id) : null;
  const draft = await db
    .selectFrom('drafts')
    .select(columnsOf.drafts)
    .where('entry_key', '=', entry.key)
    .executeTakeFirst();
  return {
    entry,
    live,
    draft: draft
      ? {
          document: draft.document,
          savedAt: draft.saved_at,
          savedBy: draft.account_name,
          isOutdated: draft.base_hash !== (live === null ? null : hashOf(live)),
        }
      : null,
  };
}
