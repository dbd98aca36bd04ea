import type { Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Removes the plans of pages that were withdrawn or removed, as by an import: they end with their page. */
export async function endPlans(trx: Transaction<Schema>): Promise<void> {
  await trx
    .deleteFrom('scheduled_changes')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('entries')
          .select('entries.key')
          .whereRef('entries.key', '=', 'scheduled_changes.entry_key')
          .where(({ eb, or }) =>
            or([eb('entries.deleted_at', 'is not', null), eb('entries.state', '<>', 'published')]),
          ),
      ),
    )
    .execute();
}
