import { isoAt } from '#server/base/clock.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { SharingCardsTable } from '#server/db/tables/media-tables.ts';
import { dayMs } from '#server/base/durations.ts';
import type { RetiredFiles } from '../jobs/remove-retired.ts';
import { cardFile } from './card-look.ts';

/** Card of an entry, or of the site. */
export type CardName = Pick<SharingCardsTable, 'kind' | 'id' | 'key'>;

/** The cards that are shown now. */
export function listCards(db: Database): Promise<CardName[]> {
  return db.read
    .selectFrom('sharing_cards')
    .select(['kind', 'id', 'key'])
    .where('retired_at', 'is', null)
    .execute();
}

/** Records that the card has been drawn. */
export async function recordCard(db: Database, card: CardName): Promise<void> {
  await writeTransaction(db, (trx) =>
    trx
      .insertInto('sharing_cards')
      .values({ ...card, retired_at: null })
      .onConflict((oc) => oc.columns(['key', 'kind', 'id']).doUpdateSet({ retired_at: null }))
      .execute(),
  );
}

/** Marks cards that no page names any longer; they stay for a while. */
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

/** Cards that no page has named for a while. */
export const retiredCards: RetiredFiles = {
  table: 'sharing_cards',
  column: 'key',
  // Other sites ask again for a card that they have shown, for a while.
  keptMs: 30 * dayMs,
  nameOf: cardFile,
};
