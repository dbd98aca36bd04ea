import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { filterToken } from '../index/filter-token.ts';
import { fieldNames, type HashedDocument, type SearchDocument } from '../index/search-document.ts';
import { fold } from '../text/fold.ts';
import { singlesOf, tokensOf } from '../text/tokens.ts';
import { inField } from './field-tokens.ts';
import type { IndexTables } from './index-tables.ts';

/**
 * Uses SQL as text: put together from its parts for each document, the two statements take a tenth of an import's time.
 */
export async function insertDocument(
  trx: Transaction<Schema>,
  { docs, words }: IndexTables,
  doc: number,
  document: HashedDocument,
): Promise<void> {
  const { ref, shownFrom, category, authorId, availability, price, tags, hash } = document;
  const values = [ref, shownFrom, category, authorId, availability, price, JSON.stringify(tags), hash];
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into ${docs} (doc, ref, shown_from, category, author, availability, price, tags, hash)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [doc, ...values],
    ),
  );
  await trx.executeQuery(
    CompiledQuery.raw(`insert into ${words} (rowid, body) values (?, ?)`, [doc, await indexedText(document)]),
  );
}

export async function removeDocument(
  trx: Transaction<Schema>,
  { docs, words }: IndexTables,
  doc: number,
): Promise<void> {
  await sql`delete from ${sql.table(words)} where rowid = ${doc}`.execute(trx);
  await sql`delete from ${sql.table(docs)} where doc = ${doc}`.execute(trx);
}

/**
 * Writes all of it in the first column, where FTS5 writes down no column. A single character stands in the first field
 * alone that has it: a search in a field includes those before it.
 */
async function indexedText(document: SearchDocument): Promise<string> {
  const seen = new Set<string>();
  const texts: string[] = [];
  const singles: string[] = [];
  for (const name of fieldNames) {
    const folded = fold(document.fields[name]);
    const isLong = folded.length > maxAtOnce;
    if (isLong) await nextTurn();
    texts.push(inField(name, tokensOf(folded)));
    if (isLong) await nextTurn();
    const fresh = [...singlesOf(folded)].filter((single) => !seen.has(single));
    for (const single of fresh) seen.add(single);
    singles.push(inField(name, fresh));
  }
  return [...texts, ...singles, ...filtersOf(document)].join(' ');
}

/** Characters above which each step of a text takes more than 10 ms: visitors are answered between the steps. */
const maxAtOnce = 20_000;

export function filtersOf(document: SearchDocument): string[] {
  const { category, tags, authorId, availability, sku } = document;
  return [
    ...(category === null ? [] : [filterToken('category', category)]),
    ...tags.map((tag) => filterToken(category === null ? 'tag' : 'category', tag)),
    ...(authorId === null ? [] : [filterToken('author', authorId)]),
    ...(availability === null ? [] : [filterToken('availability', availability)]),
    ...(sku === null ? [] : [filterToken('sku', sku)]),
  ];
}
