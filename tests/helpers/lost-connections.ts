import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '#server/db/open/open-database.ts';

/** Locks the table, so that who asks it waits, until the function that this resolves to is called, or the test has ended. */
export async function holdTable(db: Database, table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const transaction = db.write.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    // So that its last statement names no table.
    await sql`select 'held'`.execute(trx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  // A test that fails before would wait for it when it closes the database.
  onTestFinished(() => release.resolve());
  return () => {
    release.resolve();
    return transaction;
  };
}

/** Ends the backends whose last statement is like this, as soon as there are any. */
export async function endBackends(db: Database, statement: string): Promise<void> {
  const end = async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        and query like ${statement}`.execute(db.read);
    return rows.length;
  };
  await expect.poll(end, { interval: 20 }).toBeGreaterThan(0);
}

/**
 * How long work takes, in tenths of a second of this process's own event loop: as in the timers of what it tests, time
 * for which the process does not run counts once at most. Zero: it needed no timer and no network.
 */
export async function ticksOf(work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const counting = setInterval(() => (ticks += 1), 100);
  await work.catch(() => {});
  clearInterval(counting);
  return ticks;
}
