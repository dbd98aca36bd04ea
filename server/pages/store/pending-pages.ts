import type { Clock } from '#server/base/clock.ts';
import { isExpired, type CacheEntry } from '#server/freshness/tagged-cache.ts';
import type { EncodedResponse } from './encoded-response.ts';
import type { SharedRequest } from '../page-request.ts';

type Finished = CacheEntry<EncodedResponse> | null;

/** Request coalescing: many ask for a page that just changed, and one of them renders it for all. */
export interface PendingPages {
  /**
   * Result of a request that is at work on it; null without one, or if anything has changed since it began. Resolves to
   * null when nothing is kept, and when the time of the page ended meanwhile: it was read before.
   */
  find(key: string): Promise<Finished> | null;
  /** Shares the result of `work` with others; when it fails, each of them does the work itself. */
  share(pageRequest: Pick<SharedRequest, 'key' | 'guard'>, work: Promise<Finished>): Promise<void>;
}

export function createPendingPages(clock: Pick<Clock, 'now'>): PendingPages {
  const pending = new Map<string, Pick<SharedRequest, 'guard'> & { page: Promise<Finished> }>();
  return {
    find(key) {
      const waiting = pending.get(key);
      return waiting?.guard.isUntouched() ? waiting.page : null;
    },

    async share({ key, guard }, work) {
      const page = work.then(
        (entry) => (entry !== null && isExpired(entry, clock) ? null : entry),
        () => null,
      );
      const own = { guard, page };
      pending.set(key, own);
      try {
        await work;
      } finally {
        // Another may have begun since, after a change.
        if (pending.get(key) === own) pending.delete(key);
      }
    },
  };
}
