import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely, Selectable } from 'kysely';
import type { DraftsTable, EntriesTable } from '#server/db/tables/editing-tables.ts';
import type { Schema } from '#server/db/schema.ts';

/** Unpublished text of an entry. */
export interface Draft
  extends Pick<Selectable<EntriesTable>, 'key' | 'id' | 'title'>, Pick<Selectable<DraftsTable>, 'document'> {
  kind: Kind;
}

/** Drafts of all entries outside the trash, by kind and id. */
export async function listDrafts(db: Kysely<Schema>): Promise<Draft[]> {
  return (await drafts(db).orderBy('entries.kind').orderBy('entries.id').execute()).filter(isDraft);
}

/** Resolves to null when the entry has none. */
export async function findDraft(db: Kysely<Schema>, entryKey: string): Promise<Draft | null> {
  const draft = await drafts(db).where('entries.key', '=', entryKey).executeTakeFirst();
  return draft !== undefined && isDraft(draft) ? draft : null;
}

/** The settings of the site are an entry too, but are saved at once. */
function isDraft(row: Omit<Draft, 'kind'> & { kind: string }): row is Draft {
  return isKind(row.kind);
}

function drafts(db: Kysely<Schema>) {
  return db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.key', 'entries.kind', 'entries.id', 'entries.title', 'drafts.document'])
    .where('entries.deleted_at', 'is', null);
}
