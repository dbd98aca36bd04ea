import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import { minuteMs } from '#server/durations.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import { entryOfTag } from '#server/freshness/tags.ts';
import type { Log } from '#server/log.ts';
import { listPublicAddresses, type ChangedEntry } from './changed-addresses.ts';
import { tellIndexNow, type IndexNowSite } from './tell-index-now.ts';

export interface IndexNow {
  /** Does what is due: hears what has changed, tells it, or tries again. */
  work(): Promise<void>;
  close(): void;
}

export interface IndexNowTools {
  site: IndexNowSite;
  db: Pick<Database, 'read'>;
  changeFeed: Pick<ChangeFeed, 'catchUp' | 'subscribe'>;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
}

interface Batch {
  urls: readonly string[];
  tries: number;
  /** Milliseconds since 1970. */
  notBefore: number;
}

/** What changes within it is told at once. */
const gatherMs = minuteMs;
/** The protocol's own limit. */
const maxAddresses = 10_000;
/** An import of a million is not gathered: what is left out of it stands in the sitemap. */
const maxGathered = 100_000;
const maxTries = 5;
const maxPauseMs = 24 * 60 * minuteMs;

/**
 * Tells search engines which pages have changed (https://www.indexnow.org/documentation). Only what visitors can see is
 * told: a draft's address, and that of a page that is gone, nobody is to hear of from here. Each process of a site tells
 * what it hears, which is harmless: an address that is told twice is looked at once. What changes while none runs, or
 * while a connection to PostgreSQL is lost, is not told; sitemaps have it.
 */
export function createIndexNow({ site, db, changeFeed, clock, log, fetch }: IndexNowTools): IndexNow {
  let changed = new Map<string, ChangedEntry>();
  let since: number | null = null;
  let batch: Batch | null = null;
  let isWorking = false;

  const unsubscribe = changeFeed.subscribe((news) => {
    if (news === 'everything') return;
    for (const tag of news) {
      const entry = entryOfTag(tag);
      if (entry === null || changed.size >= maxGathered) continue;
      changed.set(tag, entry);
      since ??= clock.now();
    }
  });

  /** Takes what has been gathered for long enough. */
  async function gather(): Promise<Batch | null> {
    if (since === null || clock.now() - since < gatherMs) return null;
    const taken = [...changed].slice(0, maxAddresses);
    const urls = await listPublicAddresses(
      { db: db.read, now: clock.nowIso(), site },
      taken.map(([, entry]) => entry),
    );
    for (const [tag, entry] of taken) if (changed.get(tag) === entry) changed.delete(tag);
    if (changed.size === 0) since = null;
    return urls.length === 0 ? null : { urls, tries: 0, notBefore: 0 };
  }

  /** What is to be tried again. */
  async function tell({ urls, tries }: Batch): Promise<Batch | null> {
    const outcome = await tellIndexNow(site, urls, fetch);
    if (outcome.kind === 'told') {
      log.info({ addresses: urls.length }, 'search engines were told what has changed');
      return null;
    }
    const { reason } = outcome;
    if (outcome.kind === 'refused' || tries + 1 >= maxTries) {
      log.warn({ addresses: urls.length, reason }, 'search engines could not be told what has changed');
      return null;
    }
    const pauseMs = Math.max(outcome.retryAfterMs ?? 0, gatherMs * 2 ** tries);
    return { urls, tries: tries + 1, notBefore: clock.now() + Math.min(pauseMs, maxPauseMs) };
  }

  return {
    async work() {
      if (isWorking) return;
      isWorking = true;
      try {
        // SQLite tells nobody who does not ask.
        changeFeed.catchUp();
        batch ??= await gather();
        if (batch !== null && clock.now() >= batch.notBefore) batch = await tell(batch);
      } catch (error) {
        log.warn({ err: error }, 'what has changed could not be looked up for search engines');
      } finally {
        isWorking = false;
      }
    },
    close() {
      unsubscribe();
      changed = new Map();
    },
  };
}

/** Looks every ten seconds, which keeps no process alive. */
export function startIndexNow(tools: IndexNowTools): Pick<IndexNow, 'close'> {
  const indexNow = createIndexNow(tools);
  const timer = setInterval(() => void indexNow.work(), 10_000).unref();
  return {
    close() {
      clearInterval(timer);
      indexNow.close();
    },
  };
}
