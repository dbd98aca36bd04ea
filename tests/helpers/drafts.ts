import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/open/open-database.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';

/** Stores a draft as an editor's save does, of an entry that is there or of a new one. Resolves to the entry's key. */
export function aDraft(db: Database, address: string, document: string): Promise<string> {
  const [kind = '', id = ''] = address.split('/');
  const at = '2026-11-22T00:00:00.000Z';
  return writeTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom('entries')
      .select('key')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const key = known?.key ?? randomUUID().replaceAll('-', '');
    if (!known) {
      const entry = { key, kind, id, version: 1, title: id, state: 'draft', changed_at: at } as const;
      await trx.insertInto('entries').values(entry).execute();
    }
    await trx
      .insertInto('drafts')
      .values({ entry_key: key, document, account_name: '林小青', saved_at: at })
      .onConflict((oc) => oc.column('entry_key').doUpdateSet({ document }))
      .execute();
    return key;
  });
}
