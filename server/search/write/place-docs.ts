import { sql, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { readDocuments, type SearchDocument } from '../search-document.ts';
import type { IndexTables } from './index-tables.ts';
import { insertDocument, removeDocument } from './sqlite-rows.ts';

/**
 * Gives documents their numbers on SQLite, and writes them. Numbers grow with (shown_from, ref), so that the index's own
 * order is that of the list. They stand close together: each document's distance from the one before is in the list of
 * every word, so numbers made of times would make the index twice as large. Where there is no room between two
 * documents, those around are given other numbers.
 */
export async function placeDocuments(
  trx: Transaction<Schema>,
  tables: IndexTables,
  documents: readonly SearchDocument[],
): Promise<void> {
  const waiting = documents.toSorted(byPlace);
  while (waiting[0] !== undefined) {
    const above = await findNeighbour(trx, tables, waiting[0], 'above');
    const end = above === null ? -1 : waiting.findIndex((document) => byPlace(document, above) > 0);
    const run = waiting.splice(0, end === -1 ? waiting.length : end);
    await placeRun(trx, tables, run, { width: 16, step: 1 });
  }
}

type Place = Pick<SearchDocument, 'shownFrom' | 'ref'>;

interface Neighbour extends Place {
  doc: number;
}

function byPlace(a: Place, b: Place): number {
  if (a.shownFrom !== b.shownFrom) return a.shownFrom < b.shownFrom ? -1 : 1;
  return compareBytes(a.ref, b.ref);
}

/** As both engines order texts, which is not by UTF-16. */
function compareBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Places documents between two that are there, none of which stands between them. */
async function placeRun(
  trx: Transaction<Schema>,
  tables: IndexTables,
  run: readonly SearchDocument[],
  { width, step }: { width: number; step: number },
): Promise<void> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return;
  const below = await findNeighbour(trx, tables, first, 'below');
  const above = await findNeighbour(trx, tables, last, 'above');
  const numbers = numbersBetween(below?.doc ?? null, above?.doc ?? null, { count: run.length, step });
  if (numbers !== null) {
    for (const [index, document] of run.entries())
      await insertDocument(trx, tables, numbers[index] ?? 0, document);
    return;
  }
  const moved = [
    ...(await takeAway(trx, tables, { place: first, side: 'below', count: width })),
    ...(await takeAway(trx, tables, { place: last, side: 'above', count: width })),
  ];
  await placeRun(trx, tables, [...moved, ...run].toSorted(byPlace), { width: width * 2, step: 2 });
}

/** Room for some that come between. */
const distance = 8;

function numbersBetween(
  below: number | null,
  above: number | null,
  { count, step: minStep }: { count: number; step: number },
): number[] | null {
  const numbers = (from: number, step: number) =>
    Array.from({ length: count }, (_, index) => from + step * (index + 1));
  if (above === null) return numbers(below ?? 0, distance);
  if (below === null) return numbers(above - distance * (count + 1), distance);
  const step = Math.min(distance, Math.floor((above - below) / (count + 1)));
  return step < minStep ? null : numbers(below, step);
}

async function findNeighbour(
  trx: Transaction<Schema>,
  tables: IndexTables,
  place: Place,
  side: 'below' | 'above',
): Promise<Neighbour | null> {
  return (await readNeighbours(trx, tables, { place, side, count: 1 }))[0] ?? null;
}

interface Nearest {
  place: Place;
  side: 'below' | 'above';
  count: number;
}

async function readNeighbours(
  trx: Transaction<Schema>,
  { docs }: IndexTables,
  { place, side, count }: Nearest,
): Promise<Neighbour[]> {
  const [comparison, direction] = side === 'below' ? ['<', 'desc'] : ['>', 'asc'];
  const order = sql.raw(direction);
  const { rows } = await sql<Neighbour>`
    select doc, ref, shown_from as "shownFrom" from ${sql.table(docs)}
    where (shown_from, ref) ${sql.raw(comparison)} (${place.shownFrom}, ${place.ref})
    order by shown_from ${order}, ref ${order} limit ${count}`.execute(trx);
  return rows;
}

/** Takes the nearest out of the index, to be placed anew. */
async function takeAway(
  trx: Transaction<Schema>,
  tables: IndexTables,
  from: Nearest,
): Promise<SearchDocument[]> {
  const neighbours = await readNeighbours(trx, tables, from);
  for (const { doc } of neighbours) await removeDocument(trx, tables, doc);
  const refs = neighbours.map(({ ref }) => ref);
  const documents = await readDocuments(trx, tables.kind, refs);
  return neighbours.flatMap(({ ref, shownFrom }) => {
    const document = documents.get(ref);
    // One that was given another time meanwhile is marked, and placed when its mark is read.
    return document?.shownFrom === shownFrom ? [document] : [];
  });
}
