import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { Schema } from '#server/db/schema.ts';
import { gramsOfFields } from '../text/grams.ts';
import { fieldNames, type HashedDocument } from '../index/search-document.ts';
import { fold } from '../text/fold.ts';
import { joinRuns, runsOf } from '../text/runs.ts';
import type { IndexTables } from './index-tables.ts';
import { filtersOf } from './sqlite-rows.ts';

interface Written {
  changed: readonly HashedDocument[];
  gone: readonly string[];
}

export async function writePostgresRows(
  trx: Transaction<Schema>,
  { docs }: IndexTables,
  { changed, gone }: Written,
): Promise<void> {
  const table = sql.table(docs);
  if (gone.length > 0) await sql`delete from ${table} where ref in (${sql.join(gone)})`.execute(trx);
  const columns = sql.join(columnNames.map((name) => sql.ref(name)));
  const written = sql.join(
    columnNames.slice(1).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  );
  let writing = Promise.resolve();
  for (const some of inBatches(changed, 50)) {
    // Texts are taken apart while PostgreSQL writes those before.
    const rows = sql.join(some.map((document) => sql`(${sql.join(valuesOf(document))})`));
    await writing;
    writing = write(
      trx,
      sql`insert into ${table} (${columns}) values ${rows} on conflict (ref) do update set ${written}`,
    );
    // The next `await` reports its failure.
    writing.catch(() => {});
    await nextTurn();
  }
  await writing;
}

async function write(trx: Transaction<Schema>, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(trx);
}

const columnNames = [
  'ref',
  ...['shown_from', 'category', 'author', 'availability', 'price', 'tags', 'sku', 'hash'],
  'grams',
  ...fieldNames,
];

/** In the order of `columnNames`. */
function valuesOf(document: HashedDocument): RawBuilder<unknown>[] {
  const { ref, shownFrom, category, authorId, availability, price, tags, sku, hash, fields } = document;
  const runs = fieldNames.map((name) => runsOf(fold(fields[name])));
  const grams = gramsOfFields(filtersOf(document), runs);
  return [
    sql`${ref}`,
    sql`${shownFrom}`,
    sql`${category}`,
    sql`${authorId}`,
    sql`${availability}`,
    sql`${price}::int4`,
    sql`${tags}::text[]`,
    sql`${sku}`,
    sql`${hash}`,
    // Array as PostgreSQL reads it: in a list, its driver would search each number for signs to escape.
    sql`${`{${grams.join(',')}}`}::int4[]`,
    ...runs.map((ofField) => sql`${joinRuns(ofField)}`),
  ];
}
