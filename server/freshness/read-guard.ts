import type { RecentChanges } from './changes/recent-changes.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { TagNumbers } from './tags.ts';

/** Changes since it began, during a read. */
export interface ReadGuard {
  /** No change at all: the read is as fresh as if it began now. */
  isUntouched(): boolean;
  /** Results that depend on these tags are still right. */
  isStillValid(tags: TagNumbers): boolean;
}

export interface ReadGuards {
  begin(): ReadGuard;
}

export function createReadGuards(feed: ChangeFeed, recentChanges: RecentChanges): ReadGuards {
  return {
    begin() {
      // Before the read begins: committed changes are part of it.
      const isTrusted = feed.catchUp();
      const since = recentChanges.newest;
      const isComplete = () => isTrusted && feed.catchUp();
      return {
        isUntouched: () => isComplete() && recentChanges.newest === since,
        isStillValid: (tags) => isComplete() && !recentChanges.hasChanged(tags, since),
      };
    },
  };
}
