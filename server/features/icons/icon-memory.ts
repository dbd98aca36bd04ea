import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/base/clock.ts';
import { dayMs } from '#server/base/durations.ts';
import type { Icon } from './icon-set.ts';

export interface IconMemory {
  /** Returns the icon, null when the service has none, undefined when it is not known yet. */
  recall(collection: string, name: string): Icon | null | undefined;
  keep(collection: string, name: string, icon: Icon | null): void;
  keepMissingCollection(collection: string): void;
}

const maxKeptBytes = 4_000_000;
const keptMs = 7 * dayMs;
const maxMissing = 10_000;

/**
 * Answers of the icon service, each icon by itself: lists in any order and lists that overlap find the same. Missing
 * icons have a place of their own, so that requests for nonsense drive out no icon.
 */
export function createIconMemory(clock: Clock, missingMs: number): IconMemory {
  // Without a resolution lru-cache remembers no time by itself: the clock alone decides.
  const times = { perf: clock, ttlResolution: 0 };
  const icons = new LRUCache<string, Icon>({
    ...times,
    ttl: keptMs,
    maxSize: maxKeptBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 200,
  });
  const missing = new LRUCache<string, true>({ ...times, ttl: missingMs, max: maxMissing });

  return {
    recall(collection, name) {
      const key = keyOf(collection, name);
      const icon = icons.get(key);
      if (icon) return icon;
      return missing.has(key) || missing.has(collection) ? null : undefined;
    },
    keep(collection, name, icon) {
      const key = keyOf(collection, name);
      if (icon === null) missing.set(key, true);
      else icons.set(key, icon);
    },
    keepMissingCollection(collection) {
      missing.set(collection, true);
    },
  };
}

/** Names hold no colon: no two icons have one key, and none has that of a collection, its bare name. */
function keyOf(collection: string, name: string): string {
  return `${collection}:${name}`;
}
