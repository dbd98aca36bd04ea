import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Row } from './kinds/content-kind.ts';

/** Lets one query serve the tables of all kinds, which share no static type: a row fits its table by its kind. */
export function anyTable(db: Kysely<Schema>): Kysely<Record<string, Row>> {
  return db.withTables<Record<string, Row>>();
}
