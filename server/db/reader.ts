import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * What a page reads through. Queries take a reader instead of a database and note what their answer depends on,
 * so that a finished page knows the tags whose change makes it stale.
 */
export interface Reader {
  readonly db: Kysely<Schema>;
  /** ISO 8601 in UTC. One moment for the whole page: what is due for one query is due for all. */
  readonly now: string;
  readonly basePath: string;
  readonly tags: ReadonlySet<string>;
  note(tag: string): void;
  /** For a small answer that many pages share: read once, until what it read changes. */
  remember<T>(key: string, read: (reader: Reader) => Promise<T>): Promise<T>;
}

/** What `createFacts` of facts.ts keeps. */
export interface Facts {
  /** `key` names the answer and everything that it depends on beside the content. */
  remember<T>(reader: Reader, key: string, read: (reader: Reader) => Promise<T>): Promise<T>;
}

interface ReaderOptions {
  db: Kysely<Schema>;
  nowMs: number;
  basePath: string;
  /** Without it every answer is read anew. */
  facts?: Facts;
}

export function createReader({ db, nowMs, basePath, facts }: ReaderOptions): Reader {
  const tags = new Set<string>();
  const reader: Reader = {
    db,
    now: new Date(nowMs).toISOString(),
    basePath,
    tags,
    note: (tag) => tags.add(tag),
    remember: (key, read) => (facts ? facts.remember(reader, key, read) : read(reader)),
  };
  return reader;
}
