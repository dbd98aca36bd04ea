import type { ChangeBook } from './recent-changes.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { TagNumbers } from './tags.ts';

/** What has changed since it began, while something is being read. */
export interface Watch {
  /** Nothing at all has changed: what is being read is as new as if it were begun now. */
  isUntouched(): boolean;
  /** What depends on these tags is still right. */
  allows(tags: TagNumbers): boolean;
}

export interface ChangeWatch {
  begin(): Watch;
}

export function createChangeWatch(feed: ChangeFeed, book: ChangeBook): ChangeWatch {
  return {
    begin() {
      // Before it begins: what is already committed is in what will be read.
      const isTrusted = feed.catchUp();
      const since = book.newest;
      const isComplete = () => isTrusted && feed.catchUp();
      return {
        isUntouched: () => isComplete() && book.newest === since,
        allows: (tags) => isComplete() && !book.hasChanged(tags, since),
      };
    },
  };
}
