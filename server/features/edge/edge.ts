import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { PurgeConfig } from '#server/config-edge.ts';
import type { Database } from '#server/db/open-database.ts';
import { secondMs } from '#server/durations.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import type { Log } from '#server/log.ts';
import { createEdgeAnswers, type EdgeAnswers } from './edge-answers.ts';
import { siteKeyOf } from './edge-keys.ts';
import { noteDue } from './note-due.ts';
import { notePurges, noteReplaced, openEdgeOutbox, registerEdges } from './purge-outbox.ts';
import { createPurger, type Purger, type PurgerState } from './purger.ts';

/** The caches in front of the site. */
export interface Edge {
  answers: EdgeAnswers;
  /** What each that is told of changes was told. */
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

/** How often it is asked whether something was written: on SQLite nobody else tells, and nobody tells of the clock. */
const lookEveryMs = 25;
/** What others have left, or have noted for later. */
const idleLookMs = 2 * secondMs;
const retryLookMs = 100;
/** When an answer that was overtaken on its way is told to be forgotten: it may arrive at any of them. */
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
  const looks = createLooks();
  let working: Promise<void> | null = null;
  let isFailing = false;

  const unsubscribe = changeFeed.subscribe((changed) => {
    answers.change(changed);
    isChanged = true;
  });

  /** On PostgreSQL a large import is thousands of changes, each told by itself. */
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

  /** Away from every request, and never at once with itself. */
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
      // What is left is in the database, for whoever comes next.
      await noteOvertaken();
    },
  };
}

/** When it is looked next whether something is to be told. */
function createLooks() {
  /** By `performance.now()`, in growing order. */
  let moments: number[] = [0];
  return {
    after(...pauses: number[]): void {
      const now = performance.now();
      moments = [...moments, ...pauses.map((ms) => now + ms)].sort((a, b) => a - b);
    },
    /** Whether one has come. */
    takeDue(): boolean {
      const now = performance.now();
      if ((moments[0] ?? 0) > now) return false;
      moments = moments.filter((at) => at > now);
      return true;
    },
  };
}
