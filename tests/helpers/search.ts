import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { sql } from 'kysely';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import { checkIndex } from '#server/search/index/check-index.ts';
import { findHits, type SearchHits } from '#server/search/find-hits.ts';
import type { SearchRequest } from '#server/search/search-request.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { readHashedDocuments } from '#server/search/index/search-document.ts';
import { endBlocks } from '#server/search/write/blocks.ts';
import { tablesOf } from '#server/search/write/index-tables.ts';
import { insertDocument, removeDocument } from '#server/search/write/sqlite-rows.ts';

export const searchedAt = '2026-11-20T00:00:00.000Z';

/** Hits for a typed query. */
export function search(
  db: Database,
  kind: Kind,
  typed: string,
  { now = searchedAt, ...request }: Partial<SearchRequest> & { now?: string } = {},
): Promise<SearchHits> {
  const { words } = parseQuery(typed);
  const reader = createReader({ db: db.read, now, basePath: '/' });
  return findHits(reader, { kind, words, filters: {}, sort: 'relevance', skip: 0, limit: 100, ...request });
}

export async function idsOf(
  db: Database,
  kind: Kind,
  typed: string,
  options?: Parameters<typeof search>[3],
): Promise<string[]> {
  return (await search(db, kind, typed, options)).ids;
}

/** Problems that `npm run search -- check` would report. */
export async function problemsOfIndex(db: Database): Promise<string[]> {
  const { problems, waiting } = await checkIndex(db, { queries: 40, now: searchedAt });
  return [...problems, ...(waiting > 0 ? [`${waiting} wait`] : [])];
}

/** Multiplies the number of documents in PostgreSQL's statistics, so that it searches slice by slice. */
export async function pretendDocuments(db: Database, times: number): Promise<void> {
  for (const kind of ['articles', 'products'] as const) {
    const { docs } = tablesOf(kind);
    // Otherwise it counts again by itself.
    await sql`alter table ${sql.table(docs)} set (autovacuum_enabled = false)`.execute(db.write);
    await sql`analyze ${sql.table(docs)}`.execute(db.write);
    await sql`update pg_class set reltuples = reltuples * ${times} where oid = ${docs}::regclass`.execute(
      db.write,
    );
  }
}

/** Gives the documents of an index on SQLite numbers that are so many times as far from each other, as if many stood between. */
export async function spreadDocuments(db: Database, times: number): Promise<void> {
  await writeTransaction(db, async (trx) => {
    for (const kind of kindNames) {
      const tables = tablesOf(kind);
      const { rows } = await sql<{ doc: number; ref: string }>`
        select doc, ref from ${sql.table(tables.docs)} order by doc desc`.execute(trx);
      const documents = await readHashedDocuments(
        trx,
        kind,
        rows.map(({ ref }) => ref),
      );
      await endBlocks(
        trx,
        tables,
        rows.map(({ doc }) => doc * times),
      );
      for (const { doc, ref } of rows) {
        const document = documents.get(ref);
        if (document === undefined) throw new Error(`${ref} is indexed and not there`);
        await removeDocument(trx, tables, doc);
        await insertDocument(trx, tables, doc * times, document);
      }
    }
  });
}
