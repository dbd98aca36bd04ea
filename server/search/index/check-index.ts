import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely } from 'kysely';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { createReader } from '#server/freshness/reader.ts';
import { findHits } from '../find-hits.ts';
import { createScan, toScanned, type Scan } from '../scan.ts';
import { readDocuments, readHashedDocuments } from './search-document.ts';
import type { SearchRequest } from '../search-request.ts';
import { parseQuery } from '../text/parse-query.ts';
import { tablesOf } from '../write/index-tables.ts';

export interface IndexCheck {
  /** Problems, a sentence each: the first few of each kind of content. */
  problems: string[];
  documents: number;
  queries: number;
  /** Entries that were written and wait for a server to index them. */
  waiting: number;
}

interface CheckOptions {
  /** Number of queries for each kind of content. */
  queries: number;
  now: string;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Compares the index with the content: the indexed form of each entry, and the answers to queries made from the texts
 * with those of a look into every text. All of it at one moment, whoever writes meanwhile.
 */
export async function checkIndex(db: Database, options: CheckOptions): Promise<IndexCheck> {
  const transaction = db.read.transaction();
  const atOneMoment =
    db.engine === 'postgres'
      ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
      : transaction;
  return atOneMoment.execute((trx) => check(trx, options));
}

async function check(trx: Kysely<Schema>, { queries, now, onProgress }: CheckOptions): Promise<IndexCheck> {
  const marks = await trx.selectFrom('search_dirty').select(['kind', 'ref']).execute();
  const result: IndexCheck = { problems: [], documents: 0, queries: 0, waiting: marks.length };
  const lists: [Kind, string[]][] = [];
  for (const kind of kindNames) {
    const rows = await trx.selectFrom(kind).select('id').execute();
    lists.push([kind, rows.map(({ id }) => id)]);
  }
  const total = lists.reduce((sum, [, refs]) => sum + refs.length, 0);
  let done = 0;
  for (const [kind, refs] of lists) {
    const waiting = new Set(marks.flatMap((mark) => (mark.kind === kind ? [mark.ref] : [])));
    // No answer can be right about entries that are not indexed yet.
    const requests = waiting.size === 0 ? await makeQueries(trx, kind, refs, queries) : [];
    const scans = requests.map((request) => ({ request, scan: createScan(request, now) }));
    const compared = await compareDocuments(trx, kind, refs, {
      waiting,
      scans,
      step: (count) => onProgress?.((done += count), total),
    });
    result.documents += compared.documents;
    result.problems.push(...compared.problems);
    result.problems.push(...(await compareAnswers(trx, scans, now)));
    result.queries += requests.length;
  }
  return result;
}

interface Compared {
  waiting: ReadonlySet<string>;
  scans: readonly { request: SearchRequest; scan: Scan }[];
  step: (count: number) => void;
}

async function compareDocuments(
  trx: Kysely<Schema>,
  kind: Kind,
  refs: readonly string[],
  { waiting, scans, step }: Compared,
): Promise<{ documents: number; problems: string[] }> {
  const wrong: string[] = [];
  const { rows } = await sql<{ ref: string; hash: string }>`
    select ref, hash from ${sql.table(tablesOf(kind).docs)}`.execute(trx);
  const indexed = new Map(rows.map(({ ref, hash }) => [ref, hash]));
  let documents = 0;
  for (const some of inBatches(refs, 200)) {
    for (const [ref, document] of await readHashedDocuments(trx, kind, some)) {
      documents += 1;
      const hash = indexed.get(ref);
      indexed.delete(ref);
      if (hash !== document.hash && !waiting.has(ref))
        wrong.push(
          hash === undefined ? `${kind}/${ref} is not indexed` : `${kind}/${ref} is indexed as it was`,
        );
      const scanned = toScanned(document);
      for (const { scan } of scans) scan.look(scanned);
    }
    step(some.length);
  }
  for (const ref of indexed.keys())
    if (!waiting.has(ref)) wrong.push(`${kind}/${ref} is indexed and must not be found`);
  return { documents, problems: firstOf(wrong, `entries of ${kind}`) };
}

async function compareAnswers(trx: Kysely<Schema>, scans: Compared['scans'], now: string): Promise<string[]> {
  const wrong: string[] = [];
  const reader = createReader({ db: trx, now, basePath: '/' });
  for (const { request, scan } of scans) {
    const [hits, meant] = [await findHits(reader, request), scan.hits()];
    if (JSON.stringify(hits) === JSON.stringify(meant)) continue;
    const words = request.words.map(({ typed }) => typed).join(' ');
    wrong.push(
      `"${words}" finds ${hits.total} of ${request.kind} where ${meant.total} have it, or in another order`,
    );
  }
  return firstOf(wrong, 'queries');
}

/** Pieces of the texts, of one to six characters, and of two words. */
async function makeQueries(
  trx: Kysely<Schema>,
  kind: Kind,
  refs: readonly string[],
  count: number,
): Promise<SearchRequest[]> {
  const some = Array.from({ length: Math.min(count, refs.length) }, () => oneOf(refs));
  const documents = [...(await readDocuments(trx, kind, [...new Set(some)])).values()];
  if (documents.length === 0) return [];
  const piece = () => {
    const characters = [...oneOf(Object.values(oneOf(documents).fields))];
    const from = Math.floor(Math.random() * characters.length);
    return characters.slice(from, from + 1 + Math.floor(Math.random() * 6)).join('');
  };
  return Array.from({ length: count }, (_, index) => {
    const { words } = parseQuery(index % 4 === 0 ? `${piece()} ${piece()}` : piece());
    return { kind, words, filters: {}, sort: 'relevance', skip: 0, limit: 50 };
  });
}

function oneOf<T>(items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

const maxTold = 10;

function firstOf(problems: readonly string[], of: string): string[] {
  const list = problems.slice(0, maxTold);
  return problems.length > maxTold ? [...list, `… and ${problems.length - maxTold} more ${of}`] : list;
}
