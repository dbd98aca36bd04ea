import type { SavedItem } from '#shared/accounts.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';

/** More than anyone looks through, and few enough to stand in each of the viewer's pages. */
export const maxSavedItems = 300;

/** Lists the items that the account has saved, the newest first. */
export async function listSavedItems(db: Database, accountId: string): Promise<SavedItem[]> {
  const rows = await db.read
    .selectFrom('saved_items')
    .select('item')
    .where('account_id', '=', accountId)
    .orderBy('saved_at', 'desc')
    .orderBy('item')
    .execute();
  return rows.map((row) => row.item);
}

/** Resolves to false when the account has too many already. Saving what is saved changes nothing. */
export function saveItem(
  db: Database,
  accountId: string,
  item: SavedItem,
  savedAt: string,
): Promise<boolean> {
  return writeTransaction(db, async (trx) => {
    const { count } = await trx
      .selectFrom('saved_items')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (count >= maxSavedItems) return false;
    await trx
      .insertInto('saved_items')
      .values({ account_id: accountId, item, saved_at: savedAt })
      .onConflict((oc) => oc.columns(['account_id', 'item']).doNothing())
      .execute();
    return true;
  });
}

export async function removeSavedItem(db: Database, accountId: string, item: SavedItem): Promise<void> {
  await writeTransaction(db, (trx) =>
    trx.deleteFrom('saved_items').where('account_id', '=', accountId).where('item', '=', item).execute(),
  );
}
