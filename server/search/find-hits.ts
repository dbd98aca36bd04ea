import type { Reader } from '#server/freshness/reader.ts';
import { searchedTables } from '#server/db/searched-columns.ts';
import type { Asked, IndexReader } from './ask/asked.ts';
import { withIndex } from './ask/index-reader.ts';
import { maxHits, type SearchRequest } from './search-request.ts';
import { skuKey } from './sku-key.ts';

export interface SearchHits {
  /** Of one page, in their order. */
  ids: string[];
  /** Of all pages; no more than are counted, which `isTotalCapped` says. */
  total: number;
  isTotalCapped: boolean;
}

/**
 * Finds what has all words, each in one of its readings, among what visitors see. By relevance these are first the
 * product of that number, then what has them in its title, what has them there or in its labels, and so on; the newest
 * first within each, those with the words as they were typed before the others. Both engines answer the same. Without a word nothing is found.
 */
export async function findHits(reader: Reader, request: SearchRequest): Promise<SearchHits> {
  if (request.words.length === 0) return { ids: [], total: 0, isTotalCapped: false };
  return withIndex(reader.db, (index) => find(index, reader.now, request));
}

async function find(index: IndexReader, now: string, request: SearchRequest): Promise<SearchHits> {
  const max = maxHits(request.words);
  const { all, byNumber } = await askFor(index, now, request);
  const counted = await index.count(all, max + 1);
  const total = Math.min(counted, max);
  const { skip, limit, sort } = request;
  const wanted = Math.min(skip + limit, total);
  const ids =
    wanted <= skip
      ? []
      : sort === 'relevance'
        ? await listByFields(index, { all, byNumber, wanted })
        : (await index.list(all, wanted)).map(({ ref }) => ref);
  return { ids: ids.slice(skip, wanted), total, isTotalCapped: counted > max };
}

/** All that is asked for. And the products of that number, which stand first. */
export async function askFor(
  index: IndexReader,
  now: string,
  { kind, words, filters, sort }: Pick<SearchRequest, 'kind' | 'words' | 'filters' | 'sort'>,
): Promise<{ all: Asked; byNumber: readonly string[] }> {
  const order = sort === 'relevance' ? 'newest' : sort;
  const all: Asked = { kind, words, filters, fieldCount: 4, sku: null, order, now };
  const columns: readonly string[] = searchedTables[kind].columns;
  const sku = columns.includes('sku') ? skuKey(words.map(({ typed }) => typed).join(' ')) : null;
  if (sku === null) return { all, byNumber: [] };
  const hits = await index.list({ ...all, fieldCount: 0, sku, order: 'newest' }, maxHits(words));
  return { all: hits.length === 0 ? all : { ...all, sku }, byNumber: hits.map(({ ref }) => ref) };
}

/**
 * What has the words in fewer fields is found in more, too, and is taken from there once. What has them as they were
 * typed comes before what has another reading of them in the same fields: 里長 before 裡長.
 */
async function listByFields(
  index: IndexReader,
  { all, byNumber, wanted }: { all: Asked; byNumber: readonly string[]; wanted: number },
): Promise<string[]> {
  const ids = new Set(byNumber);
  const asTyped = all.words.map(({ typed, readings }) => ({ typed, readings: readings.slice(0, 1) }));
  const hasOthers = all.words.some(({ readings }) => readings.length > 1);
  for (const fieldCount of [1, 2, 3, 4] as const) {
    for (const words of hasOthers ? [asTyped, all.words] : [all.words]) {
      if (ids.size >= wanted) return [...ids];
      const sku = fieldCount === 4 ? all.sku : null;
      for (const { ref } of await index.list({ ...all, words, sku, fieldCount }, wanted)) ids.add(ref);
    }
  }
  return [...ids];
}
