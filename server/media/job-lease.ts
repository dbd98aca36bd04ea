import type { Kysely } from 'kysely';
import { isoAt } from '#server/clock.ts';
import { isOverIn } from '#server/db/is-over-in.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { UtcIso } from '#server/db/utc-iso.ts';
import { minuteMs } from '#server/durations.ts';

/** The tables whose one row says how far a work has come, and until when it belongs to a process. */
type JobTable = 'font_state' | 'card_state';

/** The row as it was when the process got the work: while its `run_at` stands there, nobody else has. */
interface Lease {
  run_at: UtcIso | '';
  tries: number;
}

/** After a failure. */
const retryMs = 10 * minuteMs;
/** No lease is longer. */
export const longestMs = 10 * minuteMs;

/** Resolves to whether the work belongs to this process from now on, for so long. */
export async function takeLease(
  trx: Kysely<Schema>,
  table: JobTable,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<boolean> {
  const taken = await trx
    .updateTable(table)
    .set({ run_at: isoAt(nowMs + leaseMs) })
    .where('id', '=', 1)
    .where(isOverIn('run_at', nowMs, longestMs))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Gives up the lease with something left to do: this process, another one, or the next goes on at once. */
export async function releaseJob(db: Database, table: JobTable, lease: Lease): Promise<void> {
  await moveJob(db, table, lease, { run_at: '', tries: lease.tries });
}

/** Has it tried again later. Resolves to whether this was the first failure of the kind. */
export async function postponeJob(
  db: Database,
  table: JobTable,
  lease: Lease,
  nowMs: number,
): Promise<boolean> {
  await moveJob(db, table, lease, { run_at: isoAt(nowMs + retryMs), tries: lease.tries + 1 });
  return lease.tries === 0;
}

async function moveJob(db: Database, table: JobTable, lease: Lease, to: Lease): Promise<void> {
  await writeTransaction(db, (trx) =>
    trx.updateTable(table).set(to).where('id', '=', 1).where('run_at', '=', lease.run_at).execute(),
  );
}
