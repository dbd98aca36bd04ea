import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Tag } from './tags.ts';

/**
 * Database access of a page. Queries take a reader instead of a database and record their dependencies, so that a
 * finished page knows the tags whose change makes it stale.
 */
export interface Reader {
  readonly db: Kysely<Schema>;
  /** ISO 8601 in UTC. The same time for the whole page: an entry due for one query is due for all. */
  readonly now: string;
  /** Base path of page addresses. */
  readonly basePath: string;
  /** Base of picture addresses: a path of the site, or an address elsewhere. */
  readonly mediaBase: string;
  readonly tags: ReadonlySet<Tag>;
  dependsOn(tag: Tag): void;
  /** When the page changes although nothing is written, in ISO 8601 UTC; null when it does not. */
  readonly validUntil: string | null;
  /** Records that the page is valid until then, for parts that depend on the time, such as "5 minutes ago". */
  expiresAt(moment: string): void;
  /** Reads a small answer that many pages share, and stores it until its dependencies change. */
  cached<T>(key: string, read: (reader: Reader) => Promise<T>): Promise<T>;
  readonly reportLoss: ReportLoss;
}

/** Takes note that a page leaves out a part of a column. `entry` is its kind and id, such as `products/teapot`. */
export type ReportLoss = (entry: string, column: string) => void;

/** Cache made by `createQueryCache` in query-cache.ts. */
export interface QueryCache {
  /** `key` names the answer and everything that it depends on beside the content. */
  cached<T>(reader: Reader, key: string, read: (reader: Reader) => Promise<T>): Promise<T>;
}

interface ReaderOptions extends Pick<Reader, 'db' | 'now' | 'basePath'> {
  /** Left out: every answer is read anew. */
  queryCache?: QueryCache;
  /** Null or left out: `media/` below `basePath`. */
  mediaBase?: string | null;
  /** Left out: nobody hears of losses. */
  reportLoss?: ReportLoss;
}

export function createReader(options: ReaderOptions): Reader {
  const { db, now, basePath, queryCache, mediaBase, reportLoss = () => {} } = options;
  const tags = new Set<Tag>();
  let validUntil: string | null = null;
  const reader: Reader = {
    db,
    now,
    basePath,
    mediaBase: mediaBase ?? `${basePath}media/`,
    tags,
    dependsOn: (tag) => tags.add(tag),
    get validUntil() {
      return validUntil;
    },
    expiresAt(moment) {
      if (validUntil === null || moment < validUntil) validUntil = moment;
    },
    cached: (key, read) => (queryCache ? queryCache.cached(reader, key, read) : read(reader)),
    reportLoss,
  };
  return reader;
}
