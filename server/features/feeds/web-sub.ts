import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import { hourMs } from '#server/durations.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import { entryOfTag } from '#server/freshness/tags.ts';
import type { Log } from '#server/log.ts';
import { listChangedFeeds } from './changed-feeds.ts';
import type { SiteAddress } from './site-address.ts';
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
}

interface Batch {
  feeds: readonly string[];
  tries: number;
  /** Milliseconds since 1970. */
  notBefore: number;
}

/** What changes within it is told at once. */
const gatherMs = 10_000;
const feedsAtOnce = 100;
/** An import of everything is not told feed by feed: those of the whole site are the first, and their readers know all. */
const maxFeeds = 1_000;
const maxGathered = 10_000;
const maxTries = 6;
const maxPauseMs = hourMs;

/**
 * Tells a WebSub hub which feeds have changed, away from every request (https://www.w3.org/TR/websub/). It hears only of
 * what visitors see: nothing of drafts, of what is to come or of what is gone, which the next fetch shows anyway. Each
 * process of a site tells what it hears, which is harmless: the hub compares the feed with what it had. What changes
 * while none runs, or while a connection to PostgreSQL is lost, is not told; the hub and the readers ask by themselves.
 */
export function createWebSub({ hub, site, db, changeFeed, clock, log, fetch }: WebSubTools): WebSub {
  const changed = { articles: new Set<string>(), products: new Set<string>() };
  let since: number | null = null;
  /** Not asked for yet, or to be tried again. */
  let batches: Batch[] = [];
  let isWorking = false;

  const unsubscribe = changeFeed.subscribe((news) => {
    if (news === 'everything') return;
    for (const tag of news) {
      const entry = entryOfTag(tag);
      if (entry?.kind !== 'articles' && entry?.kind !== 'products') continue;
      if (changed[entry.kind].size < maxGathered) changed[entry.kind].add(entry.id);
      since ??= clock.now();
    }
  });

  /** Takes what has been gathered for long enough. */
  async function gather(): Promise<void> {
    if (since === null || clock.now() - since < gatherMs) return;
    const ids = { articles: [...changed.articles], products: [...changed.products] };
    const feeds = await listChangedFeeds({ db: db.read, now: clock.nowIso(), site }, ids);
    for (const id of ids.articles) changed.articles.delete(id);
    for (const id of ids.products) changed.products.delete(id);
    since = changed.articles.size + changed.products.size === 0 ? null : clock.now();
    // The hub fetches when it is told: what waits already will bring this change too.
    const waiting = new Set(batches.flatMap((batch) => batch.feeds));
    const fresh = feeds.slice(0, maxFeeds).filter((feed) => !waiting.has(feed));
    for (let at = 0; at < fresh.length; at += feedsAtOnce)
      batches.push({ feeds: fresh.slice(at, at + feedsAtOnce), tries: 0, notBefore: 0 });
    batches = batches.slice(0, maxFeeds / feedsAtOnce);
  }

  /** Null: there is nothing more to do. */
  async function tell({ feeds, tries }: Batch): Promise<Batch | null> {
    const answer = await tellHub(hub, feeds, fetch);
    if (answer.kind === 'told') return null;
    const { reason } = answer;
    if (answer.kind === 'refused' || tries + 1 >= maxTries) {
      log.warn({ feeds: feeds.length, reason }, 'the hub could not be told that feeds have changed');
      return null;
    }
    const pauseMs = Math.min(Math.max(answer.retryAfterMs, gatherMs * 3 ** tries), maxPauseMs);
    return { feeds, tries: tries + 1, notBefore: clock.now() + pauseMs };
  }

  async function tellAll(): Promise<void> {
    for (const batch of [...batches]) {
      if (clock.now() < batch.notBefore) continue;
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
      unsubscribe();
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
