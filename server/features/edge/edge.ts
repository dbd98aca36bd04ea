import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { PurgeConfig } from '#server/config/config-edge.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { secondMs } from '#server/base/durations.ts';
import type { ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import type { Log } from '#server/base/log.ts';
import { createEdgeAnswers, type EdgeAnswers } from './edge-answers.ts';
import { siteKeyOf } from './edge-keys.ts';
import { noteDue } from './note-due.ts';
import { notePurges, noteReplaced, openEdgeOutbox, registerEdges } from './purge-outbox.ts';
import { createPurger, type Purger, type PurgerState } from './purger.ts';

/** The caches in front of the site. */
export interface Edge {
  answers: EdgeAnswers;
  /** State of each cache that is purged. */
  state(): readonly PurgerState[];
  close(): Promise<void>;
}

export interface EdgeTools {
  config: Config;
  buildId: string;
  db: Database;
  changeFeed: Pick<ChangeFeed, 'catchUp' | 'subscribe'>;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
}

/** Null: every cache in front asks about each page. */
export async function openEdge(tools: EdgeTools): Promise<Edge | null> {
  const { config, buildId, db, clock, log } = tools;
  const { edge } = config;
  const siteKey = siteKeyOf(config, buildId);
  const urls = edge?.purge?.urls ?? [];
  await registerEdges(db, { urls, siteKey, now: clock.now() });
  if (edge === null) return null;
  const answers = createEdgeAnswers({ ...edge, siteKey, clock });
  const purging = edge.purge && startPurging(tools, edge.purge, answers);
  return {
    answers,
    state: () => purging?.purgers.map(({ state }) => state) ?? [],
    async close() {
      if (!purging) return;
      try {
        await purging.close();
        await noteReplaced(db, { urls, siteKey, now: clock.now() });
      } catch (err) {
        log.warn({ err }, 'the edge may keep old pages');
      }
    },
  };
}

/** Interval for finding new changes, in ms: on SQLite nothing reports them, and nothing reports the time. */
const lookEveryMs = 25;
/** Interval for finding purges that other processes have left, or noted for later, in ms. */
const idleLookMs = 2 * secondMs;
const retryLookMs = 100;
/** Pauses, in ms, after which an answer overtaken on its way is purged: it may arrive at any time between them. */
const afterMs = [100, 500, 2_000, 8_000];

interface Purging {
  purgers: readonly Purger[];
  close(): Promise<void>;
}

function startPurging(
  { db, changeFeed, clock, log, fetch }: EdgeTools,
  purge: PurgeConfig,
  answers: EdgeAnswers,
): Purging {
  const { urls } = purge;
  const holder = randomUUID();
  const purgers = urls.map((url) =>
    createPurger({ url, purge, outbox: openEdgeOutbox(db, url, holder), clock, log, fetch }),
  );
  let overtaken: string[] = [];
  let isChanged = false;
  const looks = createLooks(clock);
  let working: Promise<void> | null = null;
  let isFailing = false;

  const unsubscribe = changeFeed.subscribe((changed) => {
    answers.change(changed);
    isChanged = true;
  });

  /** Takes changes together: on PostgreSQL a large import is thousands, each announced by itself. */
  function takeChanges(): void {
    if (!isChanged) return;
    isChanged = false;
    overtaken.push(...answers.takeOvertaken());
    looks.after(0);
  }

  async function noteOvertaken(): Promise<void> {
    if (overtaken.length === 0) return;
    const keys = overtaken;
    overtaken = [];
    const now = clock.now();
    try {
      await notePurges(db, { urls, keys, at: afterMs.map((ms) => now + ms) });
      looks.after(...afterMs);
    } catch (error) {
      overtaken.push(...keys);
      throw error;
    }
  }

  async function work(): Promise<void> {
    const [hasNoted, , ...haveTold] = await Promise.all([
      noteDue(db, clock.now()),
      noteOvertaken(),
      ...purgers.map((purger) => purger.work()),
    ]);
    if (hasNoted) looks.after(0);
    else looks.after(haveTold.every(Boolean) ? idleLookMs : retryLookMs);
  }

  /** Runs outside every request, and never twice at once. */
  async function workOnce(): Promise<void> {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'what the edge is to be told could not be read or written');
      isFailing = true;
      looks.after(secondMs);
    } finally {
      working = null;
    }
  }

  const timer = setInterval(() => {
    changeFeed.catchUp();
    takeChanges();
    if (working === null && looks.takeDue()) working = workOnce();
  }, lookEveryMs).unref();

  return {
    purgers,
    async close() {
      clearInterval(timer);
      unsubscribe();
      await working;
      takeChanges();
      // The rest is in the database, for the next process.
      await noteOvertaken();
    },
  };
}

/** Moments of the next looks into the outbox. */
function createLooks(clock: Clock) {
  /** By `clock.elapsed()`, in growing order. */
  let moments: number[] = [0];
  return {
    after(...pauses: number[]): void {
      const now = clock.elapsed();
      moments = [...moments, ...pauses.map((ms) => now + ms)].sort((a, b) => a - b);
    },
    /** Whether a moment has come. */
    takeDue(): boolean {
      const now = clock.elapsed();
      if ((moments[0] ?? 0) > now) return false;
      moments = moments.filter((at) => at > now);
      return true;
    },
  };
}
