import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { engineOf } from '../engine-of.ts';
import type { IndexReader } from './asked.ts';
import { postgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';

export function indexReader(db: Kysely<Schema>): IndexReader {
  return engineOf(db) === 'postgres' ? postgresIndex(db) : sqliteIndex(db);
}
