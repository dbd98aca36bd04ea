import { kindNames } from '#shared/kinds/kind-names.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import { minuteMs } from '#server/durations.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import { gatherChanges } from '#server/freshness/gather-changes.ts';
import { toTellAgain, type Batch } from '#server/http/tell.ts';
import type { Log } from '#server/log.ts';
import { listPublicAddresses } from './changed-addresses.ts';
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
  /** Of several processes on a machine one tells; all hear, so that any of them can take that over. */
  isMine?: () => boolean;
}

/** What changes within it is told at once. */
const gatherMs = minuteMs;
/** The protocol's own limit. */
const maxAddresses = 10_000;
/** An import of a million is not gathered: what is left out of it stands in the sitemap. */
const maxOfKind = 100_000;
const patience = { maxTries: 5, firstPauseMs: gatherMs, growth: 2, maxPauseMs: 24 * 60 * minuteMs };

/**
 * Tells search engines which pages have changed (https://www.indexnow.org/documentation). Only what visitors can see is
 * told: a draft's address, and that of a page that is gone, nobody is to hear of from here. Each machine of a site tells
 * what it hears, which is harmless: an address that is told twice is looked at once. What changes while none runs, or
 * while a connection to PostgreSQL is lost, is not told; sitemaps have it.
 */
export function createIndexNow({ isMine = () => true, ...tools }: IndexNowTools): IndexNow {
  const { site, db, changeFeed, clock, log, fetch } = tools;
  const changes = gatherChanges({ changeFeed, clock }, { kinds: kindNames, gatherMs, maxOfKind });
  let batch: Batch | null = null;
  let isWorking = false;

  /** Takes what has been gathered for long enough. */
  async function gather(): Promise<Batch | null> {
    const entries = changes.due(maxAddresses);
    if (entries === null) return null;
    if (!isMine()) {
      changes.forget(entries);
      return null;
    }
    const urls = await listPublicAddresses({ db: db.read, now: clock.nowIso(), site }, entries);
    changes.forget(entries);
    return urls.length === 0 ? null : { urls, tries: 0, notBefore: clock.elapsed() };
  }

  /** What is to be tried again. */
  async function tell(told: Batch): Promise<Batch | null> {
    const addresses = told.urls.length;
    const outcome = await tellIndexNow(site, told.urls, fetch);
    const again = toTellAgain(told, outcome, { patience, elapsed: clock.elapsed() });
    if (outcome.kind === 'told') log.info({ addresses }, 'search engines were told what has changed');
    else if (again === null)
      log.warn({ addresses, reason: outcome.reason }, 'search engines could not be told what has changed');
    return again;
  }

  return {
    async work() {
      if (isWorking) return;
      isWorking = true;
      try {
        // SQLite tells nobody who does not ask.
        changeFeed.catchUp();
        batch ??= await gather();
        if (batch !== null && clock.elapsed() >= batch.notBefore) batch = await tell(batch);
      } catch (error) {
        log.warn({ err: error }, 'what has changed could not be looked up for search engines');
      } finally {
        isWorking = false;
      }
    },
    close() {
      changes.close();
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
