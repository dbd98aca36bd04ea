import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Schema } from '#server/db/schema.ts';

/** Reads entries outside the trash, with the name of the editor who has a draft; null: nobody has. */
export function readDraftedEntries(db: Kysely<Schema>, kind: Kind, ids: readonly string[]) {
  return db
    .selectFrom('entries')
    .leftJoin('drafts', 'drafts.entry_key', 'entries.key')
    .select(['entries.id', 'entries.title', 'entries.version', 'drafts.account_name as by'])
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null)
    .where('entries.id', 'in', ids)
    .execute();
}
