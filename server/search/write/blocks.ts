import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { IndexTables } from './index-tables.ts';

/**
 * Documents stand in blocks by their numbers on SQLite, and at the end of each small block stands a row that is none
 * and has a token of its own. A search for each word "or that token" stops there at the latest. Without it FTS5 looks
 * for documents with all of several words beyond the last number that it was given, to the very end of their lists. A
 * token of the block in each document does the same, but its list is as long as there are documents, and to step
 * through it took twice as long as all words together.
 */
// Eight numbers for each document, as a rule: 32,000, 260,000 and a million. Whatever is asked of a large one takes a few
// ms, and each question costs 0.3 ms by itself.
export const blockWidths = { small: 2 ** 18, large: 2 ** 21, largest: 2 ** 23 } as const;
export type BlockSize = keyof typeof blockWidths;

/** No token of a text or a filter begins with this sign. */
export const endToken = '\u00A4';

/** The last number of the block that a number is in. */
export function blockEnd(size: BlockSize, doc: number): number {
  return (Math.floor(doc / blockWidths[size]) + 1) * blockWidths[size] - 1;
}

/** Documents have even numbers. */
export const isDocument = sql.raw(`(words.rowid & ${blockWidths.small - 1}) <> ${blockWidths.small - 1}`);

/** Before the documents of these numbers are written. */
export async function endBlocks(
  trx: Transaction<Schema>,
  { words }: IndexTables,
  docs: readonly number[],
): Promise<void> {
  const ends = new Set(docs.map((doc) => blockEnd('small', doc)));
  for (const end of ends) {
    const { rows } = await trx.executeQuery(
      CompiledQuery.raw(`select 1 from ${words}_docsize where id = ?`, [end]),
    );
    if (rows.length > 0) continue;
    await trx.executeQuery(
      CompiledQuery.raw(`insert into ${words} (rowid, body) values (?, ?)`, [end, endToken]),
    );
  }
}
