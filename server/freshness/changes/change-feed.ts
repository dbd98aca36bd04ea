import type { Clock } from '#server/base/clock.ts';
import type { Log } from '#server/base/log.ts';
import type { ChangedTags, ChangeSource } from './change-source.ts';
import { openPostgresChanges } from './postgres-changes.ts';
import { watchChanges } from './sqlite-changes.ts';
import { createSchedule, mayMoveDue } from '../schedule.ts';
import { thinChanges } from './thin-changes.ts';
import type { Database } from '#server/db/open/open-database.ts';

export interface ChangeFeed {
  /**
   * Reports pending changes to the listeners, synchronously: everything committed so far on SQLite, everything that has
   * arrived or was found by the last query on PostgreSQL, and everything that has become due by the clock. False when
   * changes may be missing: then nothing stored may be trusted. After that the first report is `'everything'`.
   */
  catchUp(): boolean;
  /**
   * Does so for incoming requests, once per turn of the event loop: each of them had begun when the turn did, so none
   * was sent after a write that this misses. Not for writes of the turn itself.
   */
  catchUpForTurn(): boolean;
  /**
   * Awaited before a request is answered from a store: where the database sends no notifications, it is queried. Null
   * where there is nothing to wait for. If the answer is unknown, `catchUp` returns false.
   */
  askForNews(): Promise<void> | null;
  /**
   * Resolves when the listeners have received everything that was committed before the call, and the next due time is
   * known: a writer then sees the change on the next page, and that page may be stored. False when the database does
   * not confirm that within a second.
   */
  settle(): Promise<boolean>;
  subscribe(listener: (changed: ChangedTags) => void): () => void;
  close(): Promise<void>;
}

export async function openChangeFeed(db: Database, clock: Clock, log: Log): Promise<ChangeFeed> {
  const listeners = new Set<(changed: ChangedTags) => void>();
  const report = (changed: ChangedTags) => {
    for (const listener of listeners) listener(changed);
  };

  const schedule = createSchedule(db.read, clock, log);
  const onChange = (changed: ChangedTags) => {
    // While it is read, nothing stored is used: with every price of ten thousand, pages took six times as long.
    if (mayMoveDue(changed)) schedule.reload();
    report(changed);
  };
  const source: ChangeSource =
    db.engine === 'sqlite'
      ? watchChanges(db.readConnection, db.files, onChange)
      : await openPostgresChanges(db, onChange, log);
  const stopThinning = db.engine === 'postgres' ? thinChanges(db, log) : () => {};
  await schedule.reload();

  let forTurn: boolean | null = null;
  const endTurn = () => (forTurn = null);

  const feed: ChangeFeed = {
    catchUp() {
      const hasAllWrites = source.catchUp();
      const due = schedule.consumeDue();
      if (due !== null && due.length > 0) report(due);
      return hasAllWrites && due !== null;
    },
    catchUpForTurn() {
      if (forTurn === null) {
        forTurn = feed.catchUp();
        setImmediate(endTurn);
      }
      return forTurn;
    },
    askForNews: () => source.askForNews(),
    async settle() {
      const hasArrived = await source.settle();
      if (hasArrived) {
        // Changes reported now make the schedule reload.
        feed.catchUp();
        await schedule.settle();
      }
      return feed.catchUp() && hasArrived;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      stopThinning();
      await source.close();
    },
  };
  return feed;
}
