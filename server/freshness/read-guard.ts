import type { RecentChanges } from './recent-changes.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { TagNumbers } from './tags.ts';

/** What has changed since it began, while something is being read. */
export interface ReadGuard {
  /** Nothing at all has changed: what is being read is as new as if it were begun now. */
  isUntouched(): boolean;
  /** What depends on these tags is still right. */
  isStillValid(tags: TagNumbers): boolean;
}

export interface ReadGuards {
  begin(): ReadGuard;
}

export function createReadGuards(feed: ChangeFeed, recentChanges: RecentChanges): ReadGuards {
  return {
    begin() {
      // Before it begins: what is already committed is in what will be read.
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
