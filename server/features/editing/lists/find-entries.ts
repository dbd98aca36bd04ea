import type { Kind } from '#shared/kinds/kind-names.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/tables/status.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { withIndex } from '#server/search/ask/index-reader.ts';
import { skuKey } from '#server/search/text/sku-key.ts';
import { fold } from '#server/search/text/fold.ts';
import { matches } from '#server/search/text/matches.ts';
import { parseQuery, type QueryWord } from '#server/search/text/parse-query.ts';
import { canonical } from '#server/search/text/runs.ts';
import {
  drafted,
  entriesOnPage,
  inOrder,
  isBehind,
  isInState,
  listed,
  toPage,
  type EntryPage,
  type EntryRow,
  type Found,
  type ListedState,
  type Mark,
} from './entry-rows.ts';
import { endOfTime, findIdsByNumber, findNumbers } from './product-numbers.ts';

export interface FoundBy {
  kind: Kind;
  /** Not empty. */
  search: string;
  state: ListedState | null;
  /** The present moment, in ISO 8601. */
  now: string;
}

/**
 * Entries whose title has all words, as visitors search, whose id begins so, or products with that number; the last changed first. However many
 * there are, little is read: what is published is found by its index, unless so much of it is called so that the newest
 * of it are soon met; of the rest the newest are looked through, and the next page goes on from there.
 */
export async function findEntries(
  db: Kysely<Schema>,
  by: FoundBy & { after: Mark | null },
  maxFound = 5_000,
): Promise<EntryPage> {
  const { words } = parseQuery(by.search);
  const sku = by.kind === 'products' ? skuKey(by.search) : null;
  const asked: Asked = { db, ...by, words, sku, maxFound };
  const { state } = by;
  if (state === 'changed') return toPage([await amongDrafted(asked), await withNumber(asked)]);
  const states: readonly Status[] =
    state === null ? ['published', 'draft', 'archived'] : [state === 'scheduled' ? 'published' : state];
  const found = [await withId(asked, states)];
  if (states.includes('published')) found.push(await withNumber(asked));
  for (const each of words.length === 0 ? [] : states)
    found.push(each === 'published' ? await amongPublished(asked) : await lookThrough(asked, each));
  const isWanted = (row: EntryRow) => state === null || isInState(row, state);
  return toPage(found.map(({ rows, end }) => ({ rows: rows.filter(isWanted), end })));
}

interface Asked extends FoundBy {
  db: Kysely<Schema>;
  after: Mark | null;
  words: readonly QueryWord[];
  /** The number of a product that the search may be. */
  sku: string | null;
  /** In one place, or looked through. */
  maxFound: number;
}

const maxStep = 500;

/** Greater than every character, for both engines. */
const last = '\u{10FFFF}';

async function withId({ db, kind, search, after, now }: Asked, states: readonly Status[]): Promise<Found> {
  const rows = await listed(db, kind, now)
    .where('entries.id', '>=', search)
    .where('entries.id', '<', `${search}${last}`)
    .orderBy('entries.id')
    .limit(maxStep)
    .execute();
  return { rows: rows.filter((row) => states.includes(row.state) && isBehind(row, after)), end: null };
}

/** Published products by their number. */
async function withNumber({ db, kind, sku, state, after, now, maxFound }: Asked): Promise<Found> {
  const ids = sku === null ? [] : await findIdsByNumber(db, sku, maxFound);
  const found: EntryRow[] = [];
  for (const some of inBatches(ids, maxStep)) {
    const rows = await listed(db, kind, now).where('entries.id', 'in', some).execute();
    found.push(...rows.filter((row) => row.state === 'published' && isBehind(row, after)));
  }
  return { rows: state === 'changed' ? found.filter(({ draft }) => draft !== null) : found, end: null };
}

/** The index has all entries of that name, in another order: all of them are read, and put in order. */
async function amongPublished(asked: Asked): Promise<Found> {
  const { db, kind, words, after, now, maxFound } = asked;
  const title = { kind, words, filters: {}, fieldCount: 1, sku: null, order: 'newest' } as const;
  const hits = await withIndex(db, (index) => index.list({ ...title, now: endOfTime }, maxFound + 1));
  if (hits.length > maxFound) return lookThrough(asked, 'published');
  const found: EntryRow[] = [];
  for (const some of inBatches(hits, maxStep)) {
    const ids = some.map(({ ref }) => ref);
    const rows = await listed(db, kind, now).where('entries.id', 'in', ids).execute();
    found.push(...rows.filter((row) => row.state === 'published' && isBehind(row, after)));
    await nextTurn();
  }
  return { rows: found, end: null };
}

async function lookThrough(asked: Asked, state: Status): Promise<Found> {
  const found: EntryRow[] = [];
  const step = Math.min(maxStep, asked.maxFound);
  let end = asked.after;
  for (let looked = 0; looked < asked.maxFound; looked += step) {
    const inState = listed(asked.db, asked.kind, asked.now).where('entries.state', '=', state);
    const rows = await inOrder(inState, end).limit(step).execute();
    const numbers = await findNumbers(asked.db, asked.sku === null ? [] : rows);
    found.push(...rows.filter((row) => isCalledSo(row, asked) || hasNumber(numbers.get(row.id), asked)));
    if (rows.length < step) return { rows: found, end: null };
    end = rows.at(-1) ?? end;
    if (found.length > entriesOnPage) break;
    await nextTurn();
  }
  return { rows: found, end };
}

async function amongDrafted(asked: Asked): Promise<Found> {
  const { db, kind, search, after, now, maxFound } = asked;
  const rows = await drafted(db, kind, { after, now }).limit(maxFound).execute();
  const found = rows.filter((row) => row.id.startsWith(search) || isCalledSo(row, asked));
  return { rows: found, end: rows.length < maxFound ? null : (rows.at(-1) ?? null) };
}

function hasNumber(number: string | undefined, { sku }: Asked): boolean {
  return number !== undefined && skuKey(number) === sku;
}

function isCalledSo({ title }: EntryRow, { words }: Asked): boolean {
  const text = canonical(fold(title));
  const isThere = words.every(({ readings }) => readings.some((reading) => matches(text, reading)));
  return words.length > 0 && isThere;
}
