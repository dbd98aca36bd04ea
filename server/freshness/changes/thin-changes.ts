import { sql } from 'kysely';
import { minuteMs } from '#server/base/durations.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';

/**
 * Retention in ms: rows live at least this long and at most twice as long, so processes that read within it miss none.
 */
const keepMs = 10 * minuteMs;
const maxRows = 10_000;

/**
 * Returns a function that removes old rows of the table of changes on PostgreSQL each time it is called. Every process
 * does so, also those that need no such row.
 */
export function createThinning(db: Database): () => Promise<void> {
  let before: string | null = null;

  return async () => {
    const { rows } = await sql<{ xmin: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db.write);
    const xmin = rows[0]?.xmin ?? null;
    // By age of the transactions' ends and not of their rows: a long one has had its rows before anybody could see them.
    if (before !== null) await removeBefore(db, before);
    before = xmin;
  };
}

/** Resolves to a function that stops it. */
export function thinChanges(db: Database, log: Log): () => void {
  const thin = createThinning(db);
  const work = () => thin().catch((err: unknown) => log.warn({ err }, 'old changes could not be removed'));
  void work();
  const timer = setInterval(work, keepMs).unref();
  return () => clearInterval(timer);
}

async function removeBefore(db: Database, txid: string): Promise<void> {
  for (let removed = maxRows; removed >= maxRows;) {
    const { numAffectedRows = 0n } = await writeTransaction(db, (trx) =>
      sql`delete from changes where ctid = any(array(
        select ctid from changes where txid < ${txid}::xid8 limit ${maxRows}))`.execute(trx),
    );
    removed = Number(numAffectedRows);
  }
}
