import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Transaction } from 'kysely';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { nextTablesOf, tablesOf, type IndexTables } from './index-tables.ts';
import { leaveMerging } from './merge-segments.ts';

/**
 * Creates tables like those that answer, with everything that migrations gave those. On PostgreSQL without the indexes:
 * made of all rows at once (`listSorting`) they are smaller, and write a fifth into the log.
 */
export async function createNext(trx: Transaction<Schema>, engine: Engine, kind: Kind): Promise<void> {
  const [now, next] = [tablesOf(kind), nextTablesOf(kind)];
  await drop(trx, engine, next);
  if (engine === 'postgres') {
    const table = sql.table(next.docs);
    await sql`create table ${table} (like ${sql.table(now.docs)} including all excluding indexes)`.execute(
      trx,
    );
    await sql`alter table ${table} add primary key (ref)`.execute(trx);
    // `like` leaves out the statistics target.
    if (kind === 'products')
      await sql`alter table ${table} alter column grams set statistics 300`.execute(trx);
    return;
  }
  for (const [from, to] of [
    [now.docs, next.docs],
    [now.words, next.words],
  ] as const) {
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${from}`.execute(
      trx,
    );
    // Only the name at its beginning: whether it stands in quotation marks depends on who wrote it last.
    const made = rows[0]?.sql.replace(
      new RegExp(`^(create (?:virtual )?table )"?${from}"?`, 'i'),
      `$1"${to}"`,
    );
    await sql.raw(made ?? '').execute(trx);
  }
  await leaveMerging(trx, next.words);
}

/** PostgreSQL: the statements that make the indexes, each of which may take minutes. */
export async function listSorting(trx: Transaction<Schema>, kind: Kind): Promise<string[]> {
  const [now, next] = [tablesOf(kind), nextTablesOf(kind)];
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${now.docs}::regclass and not indisprimary order by indexrelid`.execute(trx);
  return [
    ...rows.map(({ definition }) =>
      definition.replace(/^CREATE (UNIQUE )?INDEX .+? ON .+? USING/, `create $1index on ${next.docs} using`),
    ),
    // Searches use these statistics from the first one on.
    `analyze ${next.docs}`,
  ];
}

/** Puts the new tables in the place of those that answer. */
export async function swapAll(trx: Transaction<Schema>, engine: Engine): Promise<void> {
  for (const kind of kindNames) {
    const [now, next] = [tablesOf(kind), nextTablesOf(kind)];
    await drop(trx, engine, now);
    await sql`alter table ${sql.table(next.docs)} rename to ${sql.id(now.docs)}`.execute(trx);
    if (engine === 'sqlite')
      await sql`alter table ${sql.table(next.words)} rename to ${sql.id(now.words)}`.execute(trx);
  }
}

async function drop(trx: Transaction<Schema>, engine: Engine, tables: IndexTables): Promise<void> {
  await sql`drop table if exists ${sql.table(tables.docs)}`.execute(trx);
  if (engine === 'sqlite') await sql`drop table if exists ${sql.table(tables.words)}`.execute(trx);
}
