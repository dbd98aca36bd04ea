import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ChangedTags, ChangeSource } from './change-source.ts';
import { openPostgresChanges } from './postgres-changes.ts';
import { watchChanges } from './sqlite-changes.ts';
import { createSchedule } from './schedule.ts';
import { thinChanges } from './thin-changes.ts';
import type { Database } from '../db/open-database.ts';

export interface ChangeFeed {
  /**
   * Brings the listeners up to date, synchronously: with everything committed so far on SQLite, with everything
   * that has arrived on PostgreSQL or was there when it was asked, and with what has become due by the clock. False when changes may be missed:
   * then nothing that was kept may be trusted. After that the first report is `'everything'`.
   */
  catchUp(): boolean;
  /**
   * Brings them up to date for requests as they come in, once for all that a turn of the event loop takes in: each of
   * them had begun when the turn did, so none was sent after a write that this misses. Not for what the turn itself has
   * written.
   */
  catchUpForTurn(): boolean;
  /**
   * To be awaited before a request is answered with what is kept: where the database tells nothing by itself, it is
   * asked. Null where there is nothing to wait for. What cannot be known then, `catchUp` says.
   */
  askForNews(): Promise<void> | null;
  /**
   * Resolves when the listeners have heard of everything that was committed before the call, and it is known what
   * becomes due next: whoever has written sees it on the next page, and that page may be kept. False when the database
   * does not say so, to which it has a second.
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
    // Any write may have moved what becomes due next.
    schedule.reload();
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
        // What is heard of now has the schedule read anew.
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
