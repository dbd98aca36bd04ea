import type { ReadGuards } from './read-guard.ts';
import type { TaggedCache } from './tagged-cache.ts';
import { tagNumbers } from './tags.ts';
import { createReader, type QueryCache, type Reader } from './reader.ts';

/** Small answers that many pages share, such as the site's settings or how many products there are. */
export interface CachedQuery {
  value: unknown;
  /** Its dependencies, for the answers that contain it. */
  read: Pick<Reader, 'tags' | 'validUntil'>;
}

export function createQueryCache(kept: TaggedCache<CachedQuery>, readGuards: ReadGuards): QueryCache {
  async function cached<T>(reader: Reader, key: string, read: (reader: Reader) => Promise<T>): Promise<T> {
    const entry = kept.find(key);
    if (entry) {
      passOn(entry.value.read, reader);
      // Kept under the same key by the same caller.
      return entry.value.value as T;
    }
    const guard = readGuards.begin();
    const ownReader = createReader({ ...reader, queryCache: { cached } });
    const value = await read(ownReader);
    passOn(ownReader, reader);
    const { tags, validUntil } = ownReader;
    const query = { value, read: { tags, validUntil } };
    kept.keep(key, { value: query, tags: tagNumbers(tags), validUntil, bytes: 1 }, guard);
    return value;
  }

  return { cached };
}

/** Adds the dependencies of an answer to those of the answers that contain it. */
function passOn({ tags, validUntil }: Pick<Reader, 'tags' | 'validUntil'>, reader: Reader): void {
  for (const tag of tags) reader.dependsOn(tag);
  if (validUntil !== null) reader.expiresAt(validUntil);
}

/** Bounds memory against made-up categories; each counts as one byte. */
export const maxCachedQueries = 1000;
