import { sql, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { engineOf } from '#server/db/queries/engine-of.ts';
import { jsonRows } from '#server/db/queries/json-rows.ts';
import { hashAtPrice, readHashedDocuments, type HashedDocument } from '../index/search-document.ts';
import type { IndexTables } from './index-tables.ts';
import { placeDocuments } from './place-docs.ts';
import { writePostgresRows } from './postgres-rows.ts';
import { insertDocument, removeDocument } from './sqlite-rows.ts';

/** Brings these entries of an index into line with the content. Unchanged ones stay untouched. */
export async function writeDocuments(
  trx: Transaction<Schema>,
  tables: IndexTables,
  refs: readonly string[],
): Promise<void> {
  if (refs.length === 0) return;
  const documents = await readHashedDocuments(trx, tables.kind, refs);
  const engine = engineOf(trx);
  const stored = await readStored(trx, tables, refs);
  const differing = [...documents.values()].filter(({ ref, hash }) => stored.get(ref)?.hash !== hash);
  const priced = differing.filter((document) => isSameButForPrice(document, stored.get(document.ref)));
  await writePrices(trx, tables, priced);
  const changed = differing.filter((document) => !priced.includes(document));
  const gone = [...stored.values()].filter(({ ref }) => !documents.has(ref));
  if (engine === 'postgres') {
    await writePostgresRows(trx, tables, { changed, gone: gone.map(({ ref }) => ref) });
    return;
  }
  for (const { doc } of gone) await removeDocument(trx, tables, doc);
  const moved = [];
  for (const document of changed) {
    const before = stored.get(document.ref);
    if (before) await removeDocument(trx, tables, before.doc);
    if (before?.shown_from === document.shownFrom) await insertDocument(trx, tables, before.doc, document);
    else moved.push(document);
  }
  await placeDocuments(trx, tables, moved);
}

function isSameButForPrice(document: HashedDocument, stored: Stored | undefined): boolean {
  return stored !== undefined && hashAtPrice(document, stored.price) === stored.hash;
}

/** A sale of ten thousand products leaves the words of all as they are, which take nearly all of the time. */
async function writePrices(
  trx: Transaction<Schema>,
  { docs }: IndexTables,
  documents: readonly HashedDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ ref, price, hash }) => ({ ref, price, hash }));
  const given = jsonRows(trx, rows, { ref: 'text', price: 'integer', hash: 'text' });
  const table = sql.table(docs);
  await sql`update ${table} set price = given.price, hash = given.hash from ${given}
    where ${table}.ref = given.ref`.execute(trx);
}

interface Stored {
  ref: string;
  hash: string;
  shown_from: string;
  price: number | null;
  /** SQLite only. */
  doc: number;
}

async function readStored(
  trx: Transaction<Schema>,
  { docs }: IndexTables,
  refs: readonly string[],
): Promise<Map<string, Stored>> {
  const doc = sql.raw(engineOf(trx) === 'sqlite' ? 'doc' : '0 as doc');
  const { rows } = await sql<Stored>`
    select ref, hash, shown_from, price, ${doc} from ${sql.table(docs)} where ref in (${sql.join(refs)})`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.ref, row]));
}
