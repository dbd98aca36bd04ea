import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import type { EncodedResponse } from './encoded-response.ts';
import type { SharedRequest } from './page-request.ts';

type Finished = CacheEntry<EncodedResponse> | null;

/** Request coalescing: many ask for a page that just changed, and one of them renders it for all. */
export interface PendingPages {
  /** What another request is at work on, if nothing has changed since that began. Null when it kept nothing. */
  find(key: string): Promise<Finished> | null;
  /** Others get what `work` resolves to; when it fails, each of them asks for himself. */
  share(asked: Pick<SharedRequest, 'key' | 'guard'>, work: Promise<Finished>): Promise<void>;
}

export function createPendingPages(): PendingPages {
  const pending = new Map<string, Pick<SharedRequest, 'guard'> & { page: Promise<Finished> }>();
  return {
    find(key) {
      const found = pending.get(key);
      return found?.guard.isUntouched() ? found.page : null;
    },

    async share({ key, guard }, work) {
      const own = { guard, page: work.catch(() => null) };
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
