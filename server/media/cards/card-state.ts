import type { Kysely } from 'kysely';
import { columnsOf } from '#server/db/columns.ts';
import { isOver, isoAt } from '#server/clock.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import type { CardStateTable } from '#server/db/media-tables.ts';
import type { Schema } from '#server/db/schema.ts';
import { minuteMs, secondMs } from '#server/durations.ts';
import { isAnythingNew } from '../fonts/read-titles.ts';
import { longestMs, takeLease } from '../job-lease.ts';
import { lookId, readCardLook } from './card-look.ts';

/** Far longer than one program works at cards before it lets pictures be made. */
const leaseMs = 5 * minuteMs;
/** After a success: who writes often starts one program for several changes. */
const restMs = 10 * secondMs;
/** While somebody was writing when the content was read. */
const lookAgainMs = minuteMs;

/** Whether there is anything to do now. */
export async function isCardJobDue(db: Database, nowMs: number): Promise<boolean> {
  const state = await readState(db.read);
  if (state === null || !isOver(state.run_at, nowMs, longestMs)) return false;
  if (await isAnythingNew(db.read, state, nowMs)) return true;
  return state.look !== lookId(await readCardLook(db.read));
}

/** Leases the work to this process, or resolves to null. */
export async function leaseCardJob(db: Database, nowMs: number): Promise<CardStateTable | null> {
  if (!(await isCardJobDue(db, nowMs))) return null;
  return writeTransaction(db, async (trx) =>
    (await takeLease(trx, 'card_state', { nowMs, leaseMs })) ? readState(trx) : null,
  );
}

async function readState(db: Kysely<Schema>): Promise<CardStateTable | null> {
  return (
    (await db.selectFrom('card_state').select(columnsOf.card_state).where('id', '=', 1).executeTakeFirst()) ??
    null
  );
}

/** How far the content is read. */
export type CardOutcome = Pick<CardStateTable, 'look' | 'seen_at' | 'read_from'>;

/** Writes how far it came, unless the lease was lost. */
export async function endCardJob(
  db: Database,
  lease: CardStateTable,
  outcome: CardOutcome,
  nowMs: number,
): Promise<void> {
  const wait = outcome.read_from < outcome.seen_at ? lookAgainMs : restMs;
  await writeTransaction(db, (trx) =>
    trx
      .updateTable('card_state')
      .set({ ...outcome, tries: 0, run_at: isoAt(nowMs + wait) })
      .where('id', '=', 1)
      .where('run_at', '=', lease.run_at)
      .execute(),
  );
}
