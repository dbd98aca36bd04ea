import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { columnsSearchedAs } from '#server/db/tables/kind-columns.ts';
import type { IndexQuery, Hit, IndexReader } from './ask/index-query.ts';
import { withIndex } from './ask/index-reader.ts';
import { countFacets, type Facets } from './count-facets.ts';
import { canonicalFields, findRank } from './rank.ts';
import { readDocuments } from './index/search-document.ts';
import { maxHits, type SearchRequest } from './search-request.ts';
import { skuKey } from './text/sku-key.ts';
import type { QueryWord } from './text/parse-query.ts';

export interface SearchHits {
  /** Ids of one page, in their order. */
  ids: string[];
  /** Number of hits on all pages, up to a maximum; `isTotalCapped` when there are more. */
  total: number;
  isTotalCapped: boolean;
}

export interface Finder {
  /**
   * Finds entries with all words, each in one of its readings, among those that visitors see. By relevance the product
   * of that number comes first, then entries with the words in the title, then in the title or the labels, and so on;
   * the newest first within each, those with the words as they were typed before the others. Both engines answer the
   * same. Without a word nothing is found.
   */
  hits(request: SearchRequest): Promise<SearchHits>;
  /** The same, and the facets of the hits on all pages. */
  hitsAndFacets(request: SearchRequest): Promise<SearchHits & { facets: Facets }>;
}

/**
 * Asks the index together for all that a page finds. `find` reads nothing else meanwhile: that would be another
 * connection.
 */
export function findTogether<T>(
  { db, now }: Pick<Reader, 'db' | 'now'>,
  find: (finder: Finder) => Promise<T>,
): Promise<T> {
  return withIndex(db, (index) => find(createFinder(index, now)));
}

export async function findHits(reader: Reader, request: SearchRequest): Promise<SearchHits> {
  return findTogether(reader, ({ hits }) => hits(request));
}

function createFinder(index: IndexReader, now: string): Finder {
  return {
    async hits(request) {
      if (request.words.length === 0) return nothing;
      return find(index, request, { ...(await askFor(index, now, request)), newest: null });
    },
    async hitsAndFacets(request) {
      if (request.words.length === 0) return { ...nothing, facets: countFacets([], 0) };
      const query = await askFor(index, now, request);
      // They are counted, too, and are the last of those by relevance.
      const { all, max } = query;
      const newest = await index.list({ ...all, order: 'newest' }, max + 1);
      const hits = await find(index, request, { ...query, newest });
      return { ...hits, facets: countFacets(newest, max) };
    },
  };
}

const nothing: SearchHits = { ids: [], total: 0, isTotalCapped: false };

interface AskedFor {
  /** Question for hits in any of the fields. */
  all: IndexQuery;
  /** Maximum number of hits that are counted. */
  max: number;
  /** The products of that number, which stand first. */
  byNumber: readonly string[];
}

interface Known extends AskedFor {
  /** The newest of all hits, one more than are counted; null: nobody has asked for them. */
  newest: readonly Hit[] | null;
}

async function find(index: IndexReader, request: SearchRequest, search: Known): Promise<SearchHits> {
  const { all, max, newest } = search;
  const counted = newest === null ? await index.count(all, max + 1) : newest.length;
  const total = Math.min(counted, max);
  const { skip, limit, sort } = request;
  const wanted = Math.min(skip + limit, total);
  const ids =
    wanted <= skip
      ? []
      : sort === 'relevance'
        ? await listByRelevance(index, search, wanted)
        : sort === 'newest' && newest !== null
          ? newest.map(({ ref }) => ref)
          : (await index.list(all, wanted)).map(({ ref }) => ref);
  return { ids: ids.slice(skip, wanted), total, isTotalCapped: counted > max };
}

async function askFor(
  index: IndexReader,
  now: string,
  { kind, words, filters, sort }: Pick<SearchRequest, 'kind' | 'words' | 'filters' | 'sort'>,
): Promise<AskedFor> {
  const order = sort === 'relevance' ? 'newest' : sort;
  const all: IndexQuery = { kind, words, filters, fieldCount: 4, sku: null, order, now };
  const sku =
    columnsSearchedAs(kind, 'sku').length > 0 ? skuKey(words.map(({ typed }) => typed).join(' ')) : null;
  const max = maxHits(words);
  if (sku === null) return { all, max, byNumber: [] };
  const hits = await index.list({ ...all, fieldCount: 0, sku, order: 'newest' }, max);
  return { max, all: hits.length === 0 ? all : { ...all, sku }, byNumber: hits.map(({ ref }) => ref) };
}

/**
 * Number of hits that are put into their order by a look into their texts, which costs less than asking for each field:
 * each takes 0.1 ms, a product a quarter of it.
 */
function fewHits(kind: Kind): number {
  return kind === 'products' ? 200 : 48;
}

async function listByRelevance(index: IndexReader, search: Known, wanted: number): Promise<string[]> {
  const { all, byNumber, newest, max } = search;
  const few = fewHits(all.kind);
  const isComplete = newest !== null && newest.length <= max;
  if (isComplete && newest.length <= few)
    return [...new Set([...byNumber, ...(await rank(index, all, newest))])];
  const inHead = await index.list({ ...all, sku: null, fieldCount: 3 }, few + 1);
  const first =
    inHead.length <= few ? await rank(index, all, inHead) : await listByFields(index, all, wanted);
  const ids = new Set([...byNumber, ...first]);
  if (ids.size < wanted && hasOtherReadings(all))
    for (const { ref } of await index.list({ ...all, words: asTyped(all), sku: null }, wanted)) ids.add(ref);
  if (ids.size < wanted) for (const { ref } of newest ?? (await index.list(all, wanted))) ids.add(ref);
  return [...ids];
}

/**
 * Entries with the words in fewer fields are found in more, too, and are taken from there once. In the same fields,
 * words as they were typed come before another reading of them: 里長 before 裡長.
 */
async function listByFields(index: IndexReader, all: IndexQuery, wanted: number): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const fieldCount of [1, 2, 3] as const) {
    for (const words of hasOtherReadings(all) ? [asTyped(all), all.words] : [all.words]) {
      if (ids.size >= wanted) return ids;
      for (const { ref } of await index.list({ ...all, words, sku: null, fieldCount }, wanted)) ids.add(ref);
    }
  }
  return ids;
}

function hasOtherReadings({ words }: IndexQuery): boolean {
  return words.some(({ readings }) => readings.length > 1);
}

function asTyped({ words }: IndexQuery): QueryWord[] {
  return words.map(({ typed, readings }) => ({ typed, readings: readings.slice(0, 1) }));
}

/** Hits, the newest first, in the order of the fields in which they have the words. */
async function rank(
  index: IndexReader,
  { kind, words }: IndexQuery,
  hits: readonly Hit[],
): Promise<string[]> {
  if (hits.length < 2) return hits.map(({ ref }) => ref);
  const refs = hits.map(({ ref }) => ref);
  const documents = await readDocuments(index.db, kind, refs);
  const ranks = new Map<string, number>();
  for (const [ref, { fields }] of documents)
    ranks.set(ref, findRank(canonicalFields(fields), words) ?? Infinity);
  const rankOf = (ref: string) => ranks.get(ref) ?? Infinity;
  // Hits of one rank stay in their order.
  return refs.toSorted((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)));
}
