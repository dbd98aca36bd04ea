import type { Kysely } from 'kysely';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Row } from '../kinds/content-kind.ts';

/** Lets one query serve the tables of all kinds, which share no static type: a row fits its table by its kind. */
export function anyTable(db: Kysely<Schema>): Kysely<Record<string, Row>> {
  return db.withTables<Record<string, Row>>();
}

/** Whole rows of such a table. */
export function anyRows(db: Kysely<Schema>, table: keyof typeof columnsOf) {
  const columns: readonly string[] = columnsOf[table];
  return anyTable(db).selectFrom(table).select(columns);
}
