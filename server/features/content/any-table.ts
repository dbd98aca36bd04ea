import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Row } from './kinds/content-kind.ts';

/** One query for the tables of all kinds, which share no static type: a row and its table belong together by their kind. */
export function anyTable(db: Kysely<Schema>): Kysely<Record<string, Row>> {
  return db.withTables<Record<string, Row>>();
}
