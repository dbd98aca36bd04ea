import { isoAt } from '#server/clock.ts';
import { isPastIn } from '#server/db/is-over-in.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import type { SharingCardsTable } from '#server/db/media-tables.ts';
import { dayMs } from '#server/durations.ts';
import { publicName, type MediaStore } from '../store/media-store.ts';
import { cardFile } from './card-look.ts';

/** Whose card it is: an entry's, or the site's own. */
export type CardName = Pick<SharingCardsTable, 'kind' | 'id' | 'key'>;

/** Other sites ask again for a card that they have shown, for a while. */
const keptMs = 30 * dayMs;

/** The cards that are shown now. */
export function listCards(db: Database): Promise<CardName[]> {
  return db.read
    .selectFrom('sharing_cards')
    .select(['kind', 'id', 'key'])
    .where('retired_at', 'is', null)
    .execute();
}

/** Says that the card is there. */
export async function recordCard(db: Database, card: CardName): Promise<void> {
  await writeTransaction(db, (trx) =>
    trx
      .insertInto('sharing_cards')
      .values({ ...card, retired_at: null })
      .onConflict((oc) => oc.columns(['key', 'kind', 'id']).doUpdateSet({ retired_at: null }))
      .execute(),
  );
}

/** What no page names any longer stays for a while. */
export async function retireCards(db: Database, cards: readonly CardName[], nowMs: number): Promise<void> {
  if (cards.length === 0) return;
  await writeTransaction(db, async (trx) => {
    for (const { kind, id, key } of cards) {
      await trx
        .updateTable('sharing_cards')
        .set({ retired_at: isoAt(nowMs) })
        .where('key', '=', key)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute();
    }
  });
}

/** Removes what has not been named for a while. Only for who has the lease: nobody else names one again. */
export async function removeRetiredCards(db: Database, store: MediaStore, nowMs: number): Promise<void> {
  const isPast = isPastIn('retired_at', nowMs, keptMs);
  const retired = await db.read.selectFrom('sharing_cards').select('key').where(isPast).execute();
  if (retired.length === 0) return;
  // Files first, and in no transaction: it may take seconds, and what is left of a removal that was cut off is done again.
  for (const key of new Set(retired.map((row) => row.key))) {
    const other = await db.read
      .selectFrom('sharing_cards')
      .select('key')
      .where('key', '=', key)
      .where((eb) => eb.or([eb('retired_at', 'is', null), eb.not(isPast)]))
      .executeTakeFirst();
    if (!other) await store.remove(publicName(cardFile(key)));
  }
  await writeTransaction(db, (trx) => trx.deleteFrom('sharing_cards').where(isPast).execute());
}
