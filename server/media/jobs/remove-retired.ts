import { sql } from 'kysely';
import { isPastIn } from '#server/db/queries/is-over-in.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { publicName } from '../store/media-store.ts';
import type { TitleJobTools } from './title-job.ts';

/** Files that stay for a while after the last row that names them was retired. */
export interface RetiredFiles {
  table: 'font_slices' | 'sharing_cards';
  /** Column by which the file is named. */
  column: 'file' | 'key';
  keptMs: number;
  nameOf(value: string): string;
}

/** Removes files that no page has named for a while. Only for the holder of the lease: nobody else names one again. */
export async function removeRetired(
  { table, column, keptMs, nameOf }: RetiredFiles,
  { db, store, clock }: Pick<TitleJobTools, 'db' | 'store' | 'clock'>,
): Promise<void> {
  const isPast = isPastIn('retired_at', clock.now(), keptMs);
  const [files, rows] = [sql.ref(column), sql.table(table)];
  const { rows: retired } = await sql<{ value: string }>`
    select ${files} as value from ${rows} where ${isPast}
    except select ${files} from ${rows} where retired_at is null or not ${isPast}`.execute(db.read);
  // Files first, and in no transaction: it may take seconds, and the rest of a removal that was cut off is done the
  // next time.
  for (const { value } of retired) await store.remove(publicName(nameOf(value)));
  await writeTransaction(db, (trx) => trx.deleteFrom(table).where(isPast).execute());
}
