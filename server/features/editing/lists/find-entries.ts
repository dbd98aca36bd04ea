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
import { hasTags, type ListFilter } from './list-filter.ts';
import { findOnSale } from './product-filter.ts';
import { endOfTime, findIdsByNumber, findNumbers } from './product-numbers.ts';

export interface FoundBy {
  kind: Kind;
  /** Empty: all that the filter lets through. */
  search: string;
  filter?: ListFilter | null;
  state: ListedState | null;
  /** The present moment, in ISO 8601. */
  now: string;
}

/**
 * Entries whose title has all words, as visitors search, or whose id or one of whose tags begins with them, and products
 * with that number; the last changed first. However many there are, little is read: published ones are found by the index of search,
 * unless so many match that the newest of them are soon met; of the rest the newest are looked through, and the next
 * page goes on from there.
 */
export async function findEntries(
  db: Kysely<Schema>,
  { filter = null, ...by }: FoundBy & { after: Mark | null },
  maxFound = by.search === '' ? 10_000 : 5_000,
): Promise<EntryPage> {
  const { words } = parseQuery(by.search);
  const sku = by.kind === 'products' ? skuKey(by.search) : null;
  const query: EntrySearch = { db, ...by, filter, words, sku, maxFound };
  const { state } = by;
  const found = by.search === '' ? await lookThroughAll(query) : await findCalled(query);
  const isWanted = (row: EntryRow) => state === null || state === 'changed' || isInState(row, state);
  const matching: Found[] = [];
  for (const { rows, end } of found)
    matching.push({ rows: (await matchingRows(query, rows)).filter(isWanted), end });
  return toPage(matching);
}

/** Rows that the filter lets through. */
async function matchingRows(
  { db, filter, now }: EntrySearch,
  rows: readonly EntryRow[],
): Promise<EntryRow[]> {
  const matching = rows.filter((row) => row.isMatching === 1);
  if (!filter?.isOnSale) return matching;
  const onSale = new Set<string>();
  for (const some of inBatches(matching, maxStep))
    for (const id of await findOnSale(
      db,
      some.map((row) => row.id),
      now,
    ))
      onSale.add(id);
  return matching.filter(({ id }) => onSale.has(id));
}

async function lookThroughAll(query: EntrySearch): Promise<Found[]> {
  const { state } = query;
  if (state === 'changed') return [await amongDrafted(query)];
  const states = statesOf(state);
  const tagged = states.includes('published') ? await amongTagged(query) : null;
  if (tagged === null) return [await lookThrough(query, state === 'scheduled' ? 'published' : state)];
  const found = [tagged];
  for (const other of states) if (other !== 'published') found.push(await lookThrough(query, other));
  return found;
}

function statesOf(state: Exclude<ListedState, 'changed'> | null): readonly Status[] {
  if (state === null) return ['published', 'draft', 'archived'];
  return [state === 'scheduled' ? 'published' : state];
}

/**
 * Published entries with the tag of the filter, of which an index has those that are; null without one, or where so many
 * have it that the newest of all are soon met.
 */
async function amongTagged(query: EntrySearch): Promise<Found | null> {
  const { db, filter, after } = query;
  const tag = filter?.tag;
  if (tag === undefined) return null;
  const tagged = await db
    .selectFrom('article_tags')
    .select('article_id as id')
    .where('shown_from', 'is not', null)
    .where('tag', '=', tag)
    .limit(maxStep + 1)
    .execute();
  if (tagged.length > maxStep) return null;
  const ids = tagged.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await listed(db, query).where('entries.id', 'in', ids).execute();
  return { rows: rows.filter((row) => row.state === 'published' && isBehind(row, after)), end: null };
}

async function findCalled(query: EntrySearch): Promise<Found[]> {
  const { state, words } = query;
  if (state === 'changed') return [await amongDrafted(query), await withNumber(query)];
  const states = statesOf(state);
  const found = [await withId(query, states)];
  if (hasTags(query.kind) && states.includes('published')) found.push(await withTag(query));
  if (states.includes('published')) found.push(await withNumber(query));
  for (const each of words.length === 0 ? [] : states)
    found.push(each === 'published' ? await amongPublished(query) : await lookThrough(query, each));
  return found;
}

interface EntrySearch extends FoundBy {
  db: Kysely<Schema>;
  filter: ListFilter | null;
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

async function withId(query: EntrySearch, states: readonly Status[]): Promise<Found> {
  const { db, search, after } = query;
  const rows = await listed(db, query)
    .where('entries.id', '>=', search)
    .where('entries.id', '<', `${search}${last}`)
    .orderBy('entries.id')
    .limit(maxStep)
    .execute();
  return { rows: rows.filter((row) => states.includes(row.state) && isBehind(row, after)), end: null };
}

/** Published entries by the beginning of a tag, of which an index has those that are. */
async function withTag(query: EntrySearch): Promise<Found> {
  const { db, search, after, maxFound } = query;
  const tagged = await db
    .selectFrom('article_tags')
    .select('article_id as id')
    .where('shown_from', 'is not', null)
    .where('tag', '>=', search)
    .where('tag', '<', `${search}${last}`)
    .orderBy('tag')
    .orderBy('shown_from', 'desc')
    .limit(maxFound)
    .execute();
  const found: EntryRow[] = [];
  for (const some of inBatches([...new Set(tagged.map(({ id }) => id))], maxStep)) {
    const rows = await listed(db, query).where('entries.id', 'in', some).execute();
    found.push(...rows.filter((row) => row.state === 'published' && isBehind(row, after)));
    await nextTurn();
  }
  return { rows: found, end: null };
}

/** Published products by their number. */
async function withNumber(query: EntrySearch): Promise<Found> {
  const { db, sku, state, after, maxFound } = query;
  const ids = sku === null ? [] : await findIdsByNumber(db, sku, maxFound);
  const found: EntryRow[] = [];
  for (const some of inBatches(ids, maxStep)) {
    const rows = await listed(db, query).where('entries.id', 'in', some).execute();
    found.push(...rows.filter((row) => row.state === 'published' && isBehind(row, after)));
  }
  return { rows: state === 'changed' ? found.filter(({ draft }) => draft !== null) : found, end: null };
}

/** The index has all entries of that name, in another order: all of them are read, and put in order. */
async function amongPublished(query: EntrySearch): Promise<Found> {
  const { db, kind, words, after, maxFound } = query;
  const title = { kind, words, filters: {}, fieldCount: 1, sku: null, order: 'newest' } as const;
  const hits = await withIndex(db, (index) => index.list({ ...title, now: endOfTime }, maxFound + 1));
  if (hits.length > maxFound) return lookThrough(query, 'published');
  const found: EntryRow[] = [];
  for (const some of inBatches(hits, maxStep)) {
    const ids = some.map(({ ref }) => ref);
    const rows = await listed(db, query).where('entries.id', 'in', ids).execute();
    found.push(...rows.filter((row) => row.state === 'published' && isBehind(row, after)));
    await nextTurn();
  }
  return { rows: found, end: null };
}

async function lookThrough(query: EntrySearch, state: Status | null): Promise<Found> {
  const found: EntryRow[] = [];
  const step = Math.min(maxStep, query.maxFound);
  let end = query.after;
  for (let looked = 0; looked < query.maxFound; looked += step) {
    const all = listed(query.db, query);
    const inState = state === null ? all : all.where('entries.state', '=', state);
    const rows = await inOrder(inState, end).limit(step).execute();
    const numbers = await findNumbers(query.db, query.sku === null ? [] : rows);
    const called = rows.filter((row) => isCalledSo(row, query) || hasNumber(numbers.get(row.id), query));
    found.push(...(await matchingRows(query, called)));
    if (rows.length < step) return { rows: found, end: null };
    end = rows.at(-1) ?? end;
    if (found.length > entriesOnPage) break;
    await nextTurn();
  }
  return { rows: found, end };
}

async function amongDrafted(query: EntrySearch): Promise<Found> {
  const { db, search, after, maxFound } = query;
  const rows = await drafted(db, query, after).limit(maxFound).execute();
  const found = rows.filter((row) => row.id.startsWith(search) || isCalledSo(row, query));
  return { rows: found, end: rows.length < maxFound ? null : (rows.at(-1) ?? null) };
}

function hasNumber(number: string | undefined, { sku }: EntrySearch): boolean {
  return number !== undefined && skuKey(number) === sku;
}

function isCalledSo({ title }: EntryRow, { search, words }: EntrySearch): boolean {
  if (search === '') return true;
  const text = canonical(fold(title));
  const isThere = words.every(({ readings }) => readings.some((reading) => matches(text, reading)));
  return words.length > 0 && isThere;
}
