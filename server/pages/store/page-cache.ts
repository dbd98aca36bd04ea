import type { PageError } from '#shared/payload/page-error.ts';
import type { RecentChanges } from '#server/freshness/changes/recent-changes.ts';
import type { ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import { createTaggedCache, type CacheEntry, type TaggedCache } from '#server/freshness/tagged-cache.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Log } from '#server/base/log.ts';
import type { Counts } from '#server/operate/metrics/counts/counts.ts';
import { bytesOf, withBestBrotli, type EncodedResponse } from './encoded-response.ts';
import type { LoadedPage } from '../load/load-page.ts';
import type { SharedRequest } from '../page-request.ts';

/** Missing page, under an address that may be asked for again. */
export interface NegativeEntry {
  error: PageError;
  /** Null of a payload: its error is written for each request. */
  page: EncodedResponse | null;
}

/** Everything that is kept between requests for pages, exact by the tags that the pages read. */
export interface PageCache {
  isOn: boolean;
  /** Finished pages and payloads. */
  responses: TaggedCache<EncodedResponse>;
  /** Apart, so that made-up addresses cannot push real pages out. */
  negative: TaggedCache<NegativeEntry>;
  /**
   * Data of loaders, for everything that is rendered from it more than once: the page and its payload, each colour
   * mode, and every page of a signed-in visitor.
   */
  loaded: TaggedCache<LoadedPage>;
  /** Keeps that there is no such page, where pages are kept. The size of the entry is counted here. */
  keepNegative(
    pageRequest: Pick<SharedRequest, 'negativeKey' | 'guard'>,
    entry: Omit<CacheEntry<NegativeEntry>, 'bytes'>,
  ): void;
  /** Replaces the response of the entry by the same in other codings. */
  replace(key: string, entry: CacheEntry<EncodedResponse>, value: EncodedResponse): void;
  replaceNegative(key: string, entry: CacheEntry<NegativeEntry>, value: NegativeEntry): void;
  /** Counts a use of the entry: a frequent one is worth a better compression. */
  noteUse(key: string, entry: CacheEntry<EncodedResponse>): void;
  /** Counts a missing page that was sent from memory. */
  countHit(): void;
  /** Counts a page that is made for others too. */
  countMiss(): void;
  /** Counts an entry that was sent while the database could not be reached. */
  countStale(): void;
}

interface PageCacheOptions {
  feed: ChangeFeed;
  recentChanges: RecentChanges;
  clock: Clock;
  log: Log;
  counts: Counts;
  maxBytes: number;
}

export function createPageCache({
  feed,
  recentChanges,
  clock,
  log,
  counts,
  maxBytes,
}: PageCacheOptions): PageCache {
  // Off, as for measuring how fast pages are rendered: data that was read is still remembered.
  const budget = maxBytes === 0 ? 16_000_000 : maxBytes;
  const part = <Value>(share: number): TaggedCache<Value> =>
    createTaggedCache({ feed, recentChanges, clock, maxBytes: Math.floor(budget * share) });
  const responses = part<EncodedResponse>(0.9);
  const negative = part<NegativeEntry>(0.05);
  const loaded = part<LoadedPage>(0.05);
  const { pages } = counts;
  /** Once each, whether it succeeded or not. */
  const improved = new WeakSet<CacheEntry<EncodedResponse>>();
  let isImproving = false;
  let restsUntil = 0;

  /** Compresses one at a time, with rests: on a site of many pages it would take as long as answering. */
  async function improve(key: string, entry: CacheEntry<EncodedResponse>): Promise<void> {
    isImproving = true;
    improved.add(entry);
    const startedAt = performance.now();
    try {
      replace(key, entry, await withBestBrotli(entry.value));
    } catch (error) {
      log.warn({ err: error }, 'a page could not be compressed further');
    }
    const now = performance.now();
    restsUntil = now + restForEach * (now - startedAt);
    isImproving = false;
  }

  function replace(key: string, entry: CacheEntry<EncodedResponse>, value: EncodedResponse): void {
    entry.value = value;
    entry.bytes = bytesOf(value, entry.tags);
    responses.resize(key, entry);
  }

  counts.pageStore = () => {
    const uses = [responses, negative, loaded].map((cache) => cache.use());
    const sum = (part: 'entries' | 'bytes') => uses.reduce((all, use) => all + use[part], 0);
    return { entries: sum('entries'), bytes: sum('bytes'), maxBytes };
  };

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
    responses,
    negative,
    loaded,
    keepNegative({ negativeKey, guard }, { value, tags, validUntil }) {
      if (maxBytes === 0) return;
      const bytes = value.page === null ? bytesPerMissingPayload : bytesOf(value.page, tags);
      negative.keep(negativeKey, { value, tags, validUntil, bytes }, guard);
    },
    replace,
    replaceNegative(key, entry, value) {
      const bytes = ({ page }: NegativeEntry) => page?.bytes ?? 0;
      entry.bytes += bytes(value) - bytes(entry.value);
      entry.value = value;
      negative.resize(key, entry);
    },
    countHit: () => (pages.hit += 1),
    countMiss: () => (pages.miss += 1),
    countStale() {
      stale += 1;
      pages.stale += 1;
    },
    noteUse(key, entry) {
      pages.hit += 1;
      const { sent, codings } = entry.value;
      if (isImproving || sent < worthImproving || !codings.br || improved.has(entry)) return;
      if (performance.now() > restsUntil) void improve(key, entry);
    },
  };
}

/** Its address, its error with the address twice, and the objects around them. */
const bytesPerMissingPayload = 1_500;
const worthImproving = 20;
/** Rest as a multiple of the work before it: a twentieth of one core at most. */
const restForEach = 19;
