import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { RecentChanges } from './changes/recent-changes.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { ReadGuard } from './read-guard.ts';
import type { TagNumbers } from './tags.ts';

/** A stored value with its dependencies. */
export interface CacheEntry<Value> {
  value: Value;
  tags: TagNumbers;
  /** ISO 8601 in UTC; null when time alone does not change it. */
  validUntil: string | null;
  bytes: number;
}

/** Answers kept until something that they read changes; the least used are dropped when they are too many. */
export interface TaggedCache<Value> {
  /** Null when nothing is kept, and while changes may be missed. */
  find(key: string): CacheEntry<Value> | null;
  /** Serves a request that comes in, as `find` does otherwise: see `catchUpForTurn`. */
  findForTurn(key: string): CacheEntry<Value> | null;
  /** The last stored value unless it is known to be wrong: for when the database is unreachable. */
  findStale(key: string): CacheEntry<Value> | null;
  /** Keeps the entry, unless something that it read has changed since the guard began. */
  keep(key: string, entry: CacheEntry<Value>, guard: ReadGuard): void;
  use(): { entries: number; bytes: number };
  /** The entry takes more or less room than before. */
  resize(key: string, entry: CacheEntry<Value>): void;
}

interface TaggedCacheOptions {
  feed: ChangeFeed;
  recentChanges: RecentChanges;
  clock: Clock;
  maxBytes: number;
}

interface Kept<Value> {
  entry: CacheEntry<Value>;
  /** The number of the last change that it was compared with. */
  checkedAt: number;
}

/**
 * An entry is checked on use, by its tags, if anything has changed since its last check. So a change need not know its
 * dependants, and nothing but the entries takes room.
 */
export function createTaggedCache<Value>({
  feed,
  recentChanges,
  clock,
  maxBytes,
}: TaggedCacheOptions): TaggedCache<Value> {
  const entries = new LRUCache<string, Kept<Value>>({ maxSize: maxBytes });

  /** Valid by its tags, whatever the time is. */
  function findUnchanged(key: string): CacheEntry<Value> | null {
    const kept = entries.get(key);
    if (kept === undefined) return null;
    if (recentChanges.hasChanged(kept.entry.tags, kept.checkedAt)) {
      entries.delete(key);
      return null;
    }
    kept.checkedAt = recentChanges.newest;
    return kept.entry;
  }

  function findRight(key: string): CacheEntry<Value> | null {
    const entry = findUnchanged(key);
    return entry === null || isExpired(entry, clock) ? null : entry;
  }

  return {
    find: (key) => (feed.catchUp() ? findRight(key) : null),

    findForTurn: (key) => (feed.catchUpForTurn() ? findRight(key) : null),

    findStale: findUnchanged,

    keep(key, entry, guard) {
      if (entry.bytes > maxBytes || isExpired(entry, clock) || !guard.isStillValid(entry.tags)) return;
      entries.set(key, { entry, checkedAt: recentChanges.newest }, { size: entry.bytes });
    },

    use: () => ({ entries: entries.size, bytes: entries.calculatedSize }),

    resize(key, entry) {
      const kept = entries.peek(key);
      // A new object: of the same one the cache would not take the new size.
      if (kept?.entry === entry) entries.set(key, { ...kept }, { size: entry.bytes });
    },
  };
}

/** Whether time has changed it. */
export function isExpired(
  { validUntil }: Pick<CacheEntry<unknown>, 'validUntil'>,
  clock: Pick<Clock, 'now'>,
): boolean {
  return validUntil !== null && clock.now() >= Date.parse(validUntil);
}
