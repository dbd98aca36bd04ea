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
}

export function createReader(db: Kysely<Schema>, nowMs: number, basePath: string): Reader {
  const tags = new Set<string>();
  return { db, now: new Date(nowMs).toISOString(), basePath, tags, note: (tag) => tags.add(tag) };
}
