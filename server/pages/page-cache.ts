import type { PageError } from '#shared/page-error.ts';
import type { RecentChanges } from '#server/freshness/recent-changes.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import { createTaggedCache, type CacheEntry, type TaggedCache } from '#server/freshness/tagged-cache.ts';
import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import { bytesOf, withBestBrotli, type EncodedResponse } from './encoded-response.ts';
import type { LoadedPage } from './load-page.ts';

/** What is not there, under an address that may be asked for again. */
export interface NegativeEntry {
  error: PageError;
  /** Null of a payload: its error is written for each request. */
  page: EncodedResponse | null;
}

/** Everything that is kept between requests for pages, exact by the tags that the pages read. */
export interface PageCache {
  isOn: boolean;
  /** Finished pages and payloads. */
  answers: TaggedCache<EncodedResponse>;
  /** Apart, so that made-up addresses cannot push real pages out. */
  missing: TaggedCache<NegativeEntry>;
  /**
   * What loaders gave, for what is rendered more than once from it: the page and its payload, each colour mode, and
   * every page of a signed-in visitor.
   */
  loaded: TaggedCache<LoadedPage>;
  /** The same answer, in other codings. */
  replace(key: string, answer: CacheEntry<EncodedResponse>, value: EncodedResponse): void;
  replaceMissing(key: string, answer: CacheEntry<NegativeEntry>, value: NegativeEntry): void;
  /** An answer was sent from the store. */
  noteUse(key: string, answer: CacheEntry<EncodedResponse>): void;
  /** An answer was sent that could not be asked about. */
  countStale(): void;
}

interface PageCacheOptions {
  feed: ChangeFeed;
  recentChanges: RecentChanges;
  clock: Clock;
  log: Log;
  maxBytes: number;
}

export function createPageCache({ feed, recentChanges, clock, log, maxBytes }: PageCacheOptions): PageCache {
  // Off, as for measuring how fast pages are rendered: what was read is still remembered.
  const budget = maxBytes === 0 ? 16_000_000 : maxBytes;
  const part = <Value>(share: number): TaggedCache<Value> =>
    createTaggedCache({ feed, recentChanges, clock, maxBytes: Math.floor(budget * share) });
  const answers = part<EncodedResponse>(0.9);
  const missing = part<NegativeEntry>(0.05);
  /** Once each, whether it succeeded or not. */
  const improved = new WeakSet<CacheEntry<EncodedResponse>>();
  let isImproving = false;
  let restsUntil = 0;

  /** One at a time, with rests: on a site of many pages it would take as long as answering. */
  async function improve(key: string, answer: CacheEntry<EncodedResponse>): Promise<void> {
    isImproving = true;
    improved.add(answer);
    const startedAt = performance.now();
    try {
      replace(key, answer, await withBestBrotli(answer.value));
    } catch (error) {
      log.warn({ err: error }, 'a page could not be compressed further');
    }
    const now = performance.now();
    restsUntil = now + restForEach * (now - startedAt);
    isImproving = false;
  }

  function replace(key: string, answer: CacheEntry<EncodedResponse>, value: EncodedResponse): void {
    answer.value = value;
    answer.bytes = bytesOf(value, answer.tags);
    answers.resize(key, answer);
  }

  let stale = 0;
  feed.subscribe((changed) => {
    if (changed !== 'everything' || stale === 0) return;
    log.warn(
      { answers: stale },
      'pages were answered as they were known, while the database could not be asked',
    );
    stale = 0;
  });

  return {
    isOn: maxBytes > 0,
    answers,
    missing,
    loaded: part(0.05),
    replace,
    replaceMissing(key, answer, value) {
      const bytes = ({ page }: NegativeEntry) => page?.bytes ?? 0;
      answer.bytes += bytes(value) - bytes(answer.value);
      answer.value = value;
      missing.resize(key, answer);
    },
    countStale: () => (stale += 1),
    noteUse(key, answer) {
      const { sent, codings } = answer.value;
      if (isImproving || sent < worthImproving || !codings.br || improved.has(answer)) return;
      if (performance.now() > restsUntil) void improve(key, answer);
    },
  };
}

const worthImproving = 20;
/** How many times as long as it has taken: a twentieth of one core at most. */
const restForEach = 19;
