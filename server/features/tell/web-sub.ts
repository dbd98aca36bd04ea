import type { Clock } from '#server/clock.ts';
import { inBatches } from '#server/content/in-batches.ts';
import type { Database } from '#server/db/open-database.ts';
import { hourMs } from '#server/durations.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import { gatherChanges } from '#server/freshness/gather-changes.ts';
import { toTellAgain, type Batch } from '#server/http/tell.ts';
import type { Log } from '#server/log.ts';
import { listChangedFeeds } from './changed-feeds.ts';
import type { SiteAddress } from '#server/http/site-address.ts';
import { tellHub } from './tell-hub.ts';

export interface WebSub {
  /** Does what is due: hears what has changed, tells the hub, or tries again. */
  work(): Promise<void>;
  close(): void;
}

export interface WebSubTools {
  hub: string;
  site: SiteAddress;
  db: Pick<Database, 'read'>;
  changeFeed: Pick<ChangeFeed, 'catchUp' | 'subscribe'>;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
  /** Of several processes on a machine one tells; all hear, so that any of them can take that over. */
  isMine?: () => boolean;
}

/** What changes within it is told at once. */
const gatherMs = 10_000;
const feedsAtOnce = 100;
/** An import of everything is not told feed by feed: those of the whole site are the first, and their readers know all. */
const maxFeeds = 1_000;
const maxOfKind = 10_000;
const kinds = ['articles', 'products'] as const;
const patience = { maxTries: 6, firstPauseMs: gatherMs, growth: 3, maxPauseMs: hourMs };

/**
 * Tells a WebSub hub which feeds have changed, away from every request (https://www.w3.org/TR/websub/). It hears only of
 * what visitors see: nothing of drafts, of what is to come or of what is gone, which the next fetch shows anyway. Each
 * machine of a site tells what it hears, which is harmless: the hub compares the feed with what it had. What changes
 * while none runs, or while a connection to PostgreSQL is lost, is not told; the hub and the readers ask by themselves.
 */
export function createWebSub({ isMine = () => true, ...tools }: WebSubTools): WebSub {
  const { hub, site, db, changeFeed, clock, log, fetch } = tools;
  const changes = gatherChanges({ changeFeed, clock }, { kinds, gatherMs, maxOfKind });
  /** Not asked for yet, or to be tried again. */
  let batches: Batch[] = [];
  let isWorking = false;

  /** Takes what has been gathered for long enough. */
  async function gather(): Promise<void> {
    const entries = changes.due();
    if (entries === null) return;
    if (!isMine()) return changes.forget(entries);
    const idsOf = (kind: (typeof kinds)[number]) =>
      entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
    const ids = { articles: idsOf('articles'), products: idsOf('products') };
    const feeds = await listChangedFeeds({ db: db.read, now: clock.nowIso(), site }, ids);
    changes.forget(entries);
    // The hub fetches when it is told: what waits already will bring this change too.
    const waiting = new Set(batches.flatMap((batch) => batch.urls));
    const fresh = feeds.slice(0, maxFeeds).filter((feed) => !waiting.has(feed));
    for (const urls of inBatches(fresh, feedsAtOnce))
      batches.push({ urls, tries: 0, notBefore: clock.elapsed() });
    batches = batches.slice(0, maxFeeds / feedsAtOnce);
  }

  /** What is to be tried again. */
  async function tell(told: Batch): Promise<Batch | null> {
    const outcome = await tellHub(hub, told.urls, fetch);
    const again = toTellAgain(told, outcome, { patience, elapsed: clock.elapsed() });
    if (outcome.kind !== 'told' && again === null)
      log.warn(
        { feeds: told.urls.length, reason: outcome.reason },
        'the hub could not be told that feeds have changed',
      );
    return again;
  }

  async function tellAll(): Promise<void> {
    for (const batch of [...batches]) {
      if (clock.elapsed() < batch.notBefore) continue;
      const again = await tell(batch);
      batches = batches.flatMap((waiting) => (waiting === batch ? (again ?? []) : waiting));
    }
  }

  return {
    async work() {
      if (isWorking) return;
      isWorking = true;
      try {
        // SQLite tells nobody who does not ask, and the clock neither.
        changeFeed.catchUp();
        await gather();
        await tellAll();
      } catch (error) {
        log.warn({ err: error }, 'the feeds that have changed could not be looked up');
      } finally {
        isWorking = false;
      }
    },
    close() {
      changes.close();
      batches = [];
    },
  };
}

/** Looks every five seconds, which keeps no process alive. */
export function startWebSub(tools: WebSubTools): Pick<WebSub, 'close'> {
  const webSub = createWebSub(tools);
  const timer = setInterval(() => void webSub.work(), 5_000).unref();
  return {
    close() {
      clearInterval(timer);
      webSub.close();
    },
  };
}
