import { PostgresAdapter, type Kysely } from 'kysely';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';

/** A reader has a database without the name of its engine: a page asks the same of both, but search does not. */
export function engineOf(db: Kysely<Schema>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
