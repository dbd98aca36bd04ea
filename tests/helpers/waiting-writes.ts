import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/db/open/open-database.ts';

interface WaitingWrites {
  /** Transactions that were asked for since. */
  asked(): number;
  /** Whether one of them waits. */
  areThere(): Promise<boolean>;
}

/** Watches the writes of a database, while the test holds a transaction of it. */
export function watchWaitingWrites(db: Database): WaitingWrites {
  const transaction = vi.spyOn(db.write, 'transaction');
  onTestFinished(() => transaction.mockRestore());
  const asked = () => transaction.mock.calls.length;
  return {
    asked,
    async areThere() {
      if (asked() === 0) return false;
      if (db.engine === 'postgres') return waitsForLock(db);
      // Queries of SQLite take no time of their own: a write that need not wait is over after so many turns.
      for (let n = 0; n < 500; n += 1) await nextTurn();
      return true;
    },
  };
}

async function waitsForLock(db: Database): Promise<boolean> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(db.read)).rows.length > 0;
}
