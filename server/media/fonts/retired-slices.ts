import { isPastIn } from '#server/db/is-over-in.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import { dayMs } from '#server/durations.ts';
import { publicName, type MediaStore } from '../store/media-store.ts';

/** After that no page has a style sheet any longer that names them. */
const keptMs = 7 * dayMs;

/** Removes the files that no style sheet has named for a while. Only for who has the lease: nobody else names one again. */
export async function removeRetired(db: Database, store: MediaStore, nowMs: number): Promise<void> {
  const isPast = isPastIn('retired_at', nowMs, keptMs);
  const retired = await db.read.selectFrom('font_slices').select('file').where(isPast).execute();
  if (retired.length === 0) return;
  // Files first, and in no transaction: it may take seconds, and what is left of a removal that was cut off is done again.
  for (const { file } of retired) await store.remove(publicName(file));
  await writeTransaction(db, (trx) => trx.deleteFrom('font_slices').where(isPast).execute());
}
