import { sql, type RawBuilder, type Transaction } from 'kysely';
import { inBatches } from '#server/content/in-batches.ts';
import type { Schema } from '#server/db/schema.ts';
import { gramOfToken, gramsOf } from '../grams.ts';
import { fieldNames, type SearchDocument } from '../search-document.ts';
import { fold } from '../text/fold.ts';
import { canonical } from '../text/runs.ts';
import type { IndexTables } from './index-tables.ts';
import { filtersOf } from './sqlite-rows.ts';

interface Written {
  changed: readonly SearchDocument[];
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
  for (const some of inBatches(changed, 50)) {
    const rows = sql.join(some.map((document) => sql`(${sql.join(valuesOf(document))})`));
    await sql`insert into ${table} (${columns}) values ${rows} on conflict (ref) do update set ${written}`.execute(
      trx,
    );
  }
}

const columnNames = [
  'ref',
  ...['shown_from', 'category', 'author', 'availability', 'price', 'tags', 'sku', 'hash'],
  ...fieldNames.flatMap((name) => [`${name}_grams`, name]),
];

/** In the order of `columnNames`. Each set of numbers has those of the fields before. */
function valuesOf(document: SearchDocument): RawBuilder<unknown>[] {
  const { ref, shownFrom, category, authorId, availability, price, tags, sku, hash, fields } = document;
  const grams = new Set(filtersOf(document).map(gramOfToken));
  const texts = fieldNames.flatMap((name) => {
    const folded = fold(fields[name]);
    for (const gram of gramsOf(folded)) grams.add(gram);
    return [sql`${[...grams]}::int4[]`, sql`${canonical(folded)}`];
  });
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
    ...texts,
  ];
}
