import { sql, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { readHashedDocuments, type HashedDocument } from '../index/search-document.ts';
import { endBlocks } from './blocks.ts';
import { growsWithTime, readIndexVersion } from '../index/index-versions.ts';
import { tablesOf, type IndexTables } from './index-tables.ts';
import { insertDocument, removeDocument } from './sqlite-rows.ts';

/**
 * Gives documents their numbers on SQLite, and writes them. Numbers fall with (shown_from, ref), so that the index's own
 * order is that of the list: FTS5 reads forward in half the time, and skips what is not asked for in a twentieth. They
 * stand close together: each document's distance from the one before is in the list of every word, so numbers made of
 * times would make the index twice as large. Where there is no room between two documents, those around are given other
 * numbers.
 */
export async function placeDocuments(
  trx: Transaction<Schema>,
  tables: IndexTables,
  documents: readonly HashedDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const index: PlacedIndex = { trx, tables, sign: await readSign(trx, tables) };
  const waiting = documents.toSorted(byPlace);
  // The newest first: what FTS5 is given in the order of its numbers, it keeps in memory until it is enough to write.
  for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
    const below = await findNeighbour(index, last, 'below');
    const from = below === null ? 0 : waiting.findIndex((document) => byPlace(document, below) > 0);
    const run = waiting.splice(from);
    await placeRun(index, run, { width: 16, step: 2 });
  }
}

interface PlacedIndex {
  trx: Transaction<Schema>;
  tables: IndexTables;
  /** Direction of numbers in time: -1, or 1 in an index of an earlier version. */
  sign: 1 | -1;
}

async function readSign(trx: Transaction<Schema>, { kind, docs }: IndexTables): Promise<1 | -1> {
  const isNext = docs !== tablesOf(kind).docs;
  return !isNext && growsWithTime(await readIndexVersion(trx)) ? 1 : -1;
}

type Place = Pick<HashedDocument, 'shownFrom' | 'ref'>;

/** In time: `below` is before, regardless of its number. */
interface Neighbour extends Place {
  doc: number;
}

function byPlace(a: Place, b: Place): number {
  if (a.shownFrom !== b.shownFrom) return a.shownFrom < b.shownFrom ? -1 : 1;
  return compareBytes(a.ref, b.ref);
}

/** Compares in the order of both engines, which is not by UTF-16. */
function compareBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Places documents between two that are there, none of which stands between them. */
async function placeRun(
  index: PlacedIndex,
  run: readonly HashedDocument[],
  { width, step }: { width: number; step: number },
): Promise<void> {
  const { trx, tables, sign } = index;
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return;
  const [below, above] = [
    await findNeighbour(index, first, 'below'),
    await findNeighbour(index, last, 'above'),
  ];
  const [earlier, later] = [below && below.doc * sign, above && above.doc * sign];
  const numbers = numbersBetween(earlier, later, { count: run.length, step });
  if (numbers !== null) {
    const placed = run.map((document, position) => ({ document, doc: (numbers[position] ?? 0) * sign }));
    const docs = placed.map(({ doc }) => doc);
    if (sign === -1) await endBlocks(trx, tables, docs);
    for (const { document, doc } of placed.toSorted((a, b) => a.doc - b.doc))
      await insertDocument(trx, tables, doc, document);
    return;
  }
  const moved = [
    ...(await takeAway(index, { place: first, side: 'below', count: width })),
    ...(await takeAway(index, { place: last, side: 'above', count: width })),
  ];
  await placeRun(index, [...moved, ...run].toSorted(byPlace), { width: width * 2, step: 4 });
}

/** Room for some that come between. */
const distance = 8;

/** Even ones: the others are not documents. */
function numbersBetween(
  below: number | null,
  above: number | null,
  { count, step: minStep }: { count: number; step: number },
): number[] | null {
  const numbers = (from: number, step: number) =>
    Array.from({ length: count }, (_, index) => from + step * (index + 1));
  if (above === null) return numbers(below ?? 0, distance);
  if (below === null) return numbers(above - distance * (count + 1), distance);
  const step = Math.min(distance, 2 * Math.floor((above - below) / 2 / (count + 1)));
  return step < minStep ? null : numbers(below, step);
}

async function findNeighbour(
  index: PlacedIndex,
  place: Place,
  side: 'below' | 'above',
): Promise<Neighbour | null> {
  return (await readNeighbours(index, { place, side, count: 1 }))[0] ?? null;
}

interface Nearest {
  place: Place;
  side: 'below' | 'above';
  count: number;
}

async function readNeighbours(
  { trx, tables: { docs } }: PlacedIndex,
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
async function takeAway(index: PlacedIndex, from: Nearest): Promise<HashedDocument[]> {
  const { trx, tables } = index;
  const neighbours = await readNeighbours(index, from);
  for (const { doc } of neighbours) await removeDocument(trx, tables, doc);
  const refs = neighbours.map(({ ref }) => ref);
  const documents = await readHashedDocuments(trx, tables.kind, refs);
  return neighbours.flatMap(({ ref, shownFrom }) => {
    const document = documents.get(ref);
    // A document that was given another time meanwhile is marked, and placed when its mark is read.
    return document?.shownFrom === shownFrom ? [document] : [];
  });
}
