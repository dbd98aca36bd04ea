import type { ChangedTags, ChangeFeed } from './change-feed.ts';
import { tagNumber, type TagNumbers } from './tags.ts';

/** What has changed since it began, while something is being read. To be ended. */
export interface Watch {
  /** Nothing at all has changed: what is being read is as new as if it were begun now. */
  isUntouched(): boolean;
  /** What depends on these tags is still right. */
  allows(tags: TagNumbers): boolean;
  end(): void;
}

export interface ChangeWatch {
  begin(): Watch;
}

export function createChangeWatch(feed: ChangeFeed): ChangeWatch {
  const open = new Set<Set<number>>();
  let losses = 0;

  feed.subscribe((changed: ChangedTags) => {
    if (changed === 'everything') losses += 1;
    else for (const seen of open) for (const tag of changed) seen.add(tagNumber(tag));
  });

  return {
    begin() {
      // Before it begins: what is already committed is in what will be read.
      const isTrusted = feed.catchUp();
      const lossesBefore = losses;
      const changed = new Set<number>();
      open.add(changed);
      const isComplete = () => isTrusted && feed.catchUp() && losses === lossesBefore;
      return {
        isUntouched: () => isComplete() && changed.size === 0,
        allows: (tags) => isComplete() && !tags.some((tag) => changed.has(tag)),
        end: () => open.delete(changed),
      };
    },
  };
}
