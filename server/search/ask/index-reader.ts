import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { engineOf } from '#server/db/queries/engine-of.ts';
import type { IndexReader } from './index-query.ts';
import { withPostgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';

/** Runs all questions of `ask` together: on PostgreSQL in one transaction, which costs three statements. */
export function withIndex<T>(db: Kysely<Schema>, ask: (index: IndexReader) => Promise<T>): Promise<T> {
  return engineOf(db) === 'postgres' ? withPostgresIndex(db, ask) : ask(sqliteIndex(db));
}
