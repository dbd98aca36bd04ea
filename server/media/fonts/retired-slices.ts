import { isoAt } from '#server/clock.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import { dayMs } from '#server/durations.ts';
import { publicName, type MediaStore } from '../store/media-store.ts';

/** After that no page has a style sheet any longer that names them. */
const keptMs = 7 * dayMs;

/** Removes the files that no style sheet has named for a while. */
export async function removeRetired(db: Database, store: MediaStore, nowMs: number): Promise<void> {
  // Within the transaction: whoever names one of them again waits for it, and then finds that the file is gone.
  await writeTransaction(db, async (trx) => {
    const retired = await trx
      .deleteFrom('font_slices')
      .where('retired_at', '<', isoAt(nowMs - keptMs))
      .returning('file')
      .execute();
    for (const { file } of retired) await store.remove(publicName(file));
  });
}
