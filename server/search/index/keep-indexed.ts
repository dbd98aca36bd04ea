import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#server/base/clock.ts';
import { describeFailure } from '#server/base/describe-failure.ts';
import type { Config } from '#server/config/config.ts';
import { openDatabase, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import { isTaken } from '#server/db/queries/lease.ts';
import { indexMarked } from './index-marked.ts';
import { findBuildReason, rebuildIndex } from './rebuild.ts';
import { longRest, shortRest, type Rest } from './rests.ts';
import { mergeSegments } from '../write/merge-segments.ts';
import { sortPending } from '../write/sort-pending.ts';

interface IndexTools {
  db: Database;
  log: Log;
}

/** So little that it takes no longer than a moment at the start of a server. */
const maxAtStart = 100;

/**
 * Indexes entries that others left, if they are few, before there are visitors. A site without search is still a site.
 */
export async function indexAtStart({ db, log }: IndexTools): Promise<void> {
  try {
    if ((await findBuildReason(db)) === null)
      await writeTransaction(db, (trx) => indexMarked(trx, { limit: maxAtStart }));
  } catch (error) {
    log.warn({ err: error }, 'what was written is not indexed for search yet');
  }
}

export interface IndexKeeper {
  close(): Promise<void>;
}

interface KeeperTools extends IndexTools {
  clock: Clock;
  config: Config;
  /** Whether this process does the work: a single one of several on a machine does. */
  isMine?: () => boolean;
}

const everyMs = 10_000;
/** Between two looks whether prices are in order. */
const pauseMs = 50;

/**
 * Indexes entries that an operator's own SQL or the build before has written, and makes the index anew when this build
 * takes texts apart in another way: in small steps, so that the process answers in between.
 */
export function keepIndexed({ db, config, clock, log, isMine = () => true }: KeeperTools): IndexKeeper {
  let isClosing = false;
  const isStopped = () => isClosing;
  const rest: Rest = async (stepMs) => {
    await (db.engine === 'sqlite' ? longRest : shortRest)(stepMs);
    await untilPricesAreInOrder();
  };
  let working: Promise<void> = Promise.resolve();
  const look = () => {
    working = working.then(() => (isClosing || !isMine() ? undefined : bringUpToDate()));
  };

  async function bringUpToDate(): Promise<void> {
    try {
      const reason = await findBuildReason(db);
      if (reason !== null) {
        log.info({ reason }, 'the search index is made anew; the one that is there answers meanwhile');
        if (await rebuild()) log.info('the search index is as new');
      }
      await indexRest();
      if (db.engine === 'sqlite') await mergeSegments(db, { isStopped, rest });
      else await sortPending(db.write);
    } catch (error) {
      if (!isClosing)
        log.warn({ err: error }, `search could not be brought up to date: ${describeFailure(error)}`);
    }
  }

  /** Not over the connections of visitors, on which nothing may take long. */
  async function rebuild(): Promise<boolean> {
    const ownDb = await openDatabase(config.database, log);
    try {
      return await rebuildIndex(ownDb, { clock, step: stepSize(db), isStopped, rest });
    } finally {
      await ownDb.close();
    }
  }

  /** With this work beside it, the beginning of ten thousand sales took the database half as long again. */
  async function untilPricesAreInOrder(): Promise<void> {
    const isBeingDone = () => isTaken(db.read, { table: 'offer_state', key: 1, nowMs: clock.now() });
    while (!isClosing && (await isBeingDone())) await delay(pauseMs);
  }

  async function indexRest(): Promise<void> {
    await untilPricesAreInOrder();
    while (!isClosing && (await hasMarks(db))) {
      const startedAt = performance.now();
      const done = await writeTransaction(db, (trx) => indexMarked(trx, { limit: stepSize(db) }));
      // Another process has the rest.
      if (done === 0) return;
      await rest(performance.now() - startedAt);
    }
  }

  look();
  const timer = setInterval(look, everyMs).unref();
  return {
    async close() {
      isClosing = true;
      clearInterval(timer);
      await working;
    },
  };
}

/** SQLite answers at once: a step holds the process, for some 3 ms a document. */
function stepSize({ engine }: Database): number {
  return engine === 'sqlite' ? 5 : 50;
}

async function hasMarks(db: Database): Promise<boolean> {
  return (await db.read.selectFrom('search_dirty').select('ref').limit(1).executeTakeFirst()) !== undefined;
}
