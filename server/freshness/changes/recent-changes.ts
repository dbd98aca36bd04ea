import type { ChangeFeed } from './change-feed.ts';
import type { ChangedTags } from './change-source.ts';
import { tagNumber, type TagNumbers } from '../tags.ts';

/**
 * Recently changed tags, recorded once for all stores and readers. They check on use, so that 10,000 changes are no
 * work for each of them.
 */
export interface RecentChanges {
  /** The number of the newest change. */
  readonly newest: number;
  /** Whether one of these tags has changed after the change of that number. Forgotten tags count as changed. */
  hasChanged(tags: TagNumbers, since: number): boolean;
}

export function createRecentChanges(feed: ChangeFeed): RecentChanges {
  /** The number of each tag's newest change. Two lists, so that the older can be forgotten. */
  let recent = new Map<number, number>();
  let older = new Map<number, number>();
  let recentSince = 0;
  let forgottenUntil = 0;
  let newest = 0;

  feed.subscribe((changed: ChangedTags) => {
    newest += 1;
    if (changed === 'everything') forgetAll();
    else for (const tag of changed) recent.set(tagNumber(tag), newest);
    if (recent.size > maxListedChanges) forgetOlder();
  });

  function forgetAll(): void {
    forgottenUntil = recentSince = newest;
    recent = new Map();
    older = new Map();
  }

  /** For some thousands of changes nothing has been compared with older ones. */
  function forgetOlder(): void {
    forgottenUntil = recentSince;
    recentSince = newest;
    older = recent;
    recent = new Map();
  }

  return {
    get newest() {
      return newest;
    },
    hasChanged(tags, since) {
      if (since === newest) return false;
      if (since < forgottenUntil) return true;
      for (const tag of tags) if ((recent.get(tag) ?? older.get(tag) ?? 0) > since) return true;
      return false;
    },
  };
}

const maxListedChanges = 20_000;
