import type { Kysely, Selectable } from 'kysely';
import type { DraftsTable, EntriesTable } from '#server/db/editing-tables.ts';
import type { Schema } from '#server/db/schema.ts';

/** What an editor has written of an entry and not published. */
export interface Draft
  extends
    Pick<Selectable<EntriesTable>, 'key' | 'kind' | 'id' | 'title'>,
    Pick<Selectable<DraftsTable>, 'document'> {}

/** Of every entry that is not in the trash, in the order in which they are written. */
export function listDrafts(db: Kysely<Schema>): Promise<Draft[]> {
  return drafts(db).orderBy('entries.kind').orderBy('entries.id').execute();
}

/** Resolves to null when the entry has none. */
export async function findDraft(db: Kysely<Schema>, entryKey: string): Promise<Draft | null> {
  return (await drafts(db).where('entries.key', '=', entryKey).executeTakeFirst()) ?? null;
}

function drafts(db: Kysely<Schema>) {
  return db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.key', 'entries.kind', 'entries.id', 'entries.title', 'drafts.document'])
    .where('entries.deleted_at', 'is', null);
}
