import { kindNames, mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { pageSize } from '#shared/address/list-query.ts';
import type { ArticleCardData } from '#shared/payload/payloads.ts';
import type {
  HitCount,
  SearchFound,
  SearchHitLists,
  SearchList,
  SearchPayload,
} from '#shared/payload/search-payload.ts';
import { isPrice, parseSearchQuery, searchChoices, searchPath, type SearchQuery } from '#shared/search.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listArticles } from '#server/features/articles/article-queries.ts';
import { listEntryCards } from '#server/content/entry-cards.ts';
import { findTogether, type SearchHits } from '#server/search/find-hits.ts';
import { listNames } from '#server/search/list-names.ts';
import type { SearchMisses } from '#server/search/misses.ts';
import type { SearchFilters } from '#server/search/search-request.ts';
import { findAlike } from '#server/search/text/alike/alike.ts';
import { parseQuery, type QueryWord } from '#server/search/text/parse-query.ts';
import { findCategoryName, offerCategories } from './offered-categories.ts';
import { readFacets } from './read-facets.ts';
import { readHits } from './read-hits.ts';

type LoadedSearch = Omit<SearchPayload, 'asOf'>;

/** Number of hits of each kind on the page of all kinds. */
const shownOfEach = 6;
const offeredNames = 5;

/** Resolves to null when the page is past the end. */
export async function loadSearch(
  reader: Reader,
  given: URLSearchParams,
  noteMiss?: SearchMisses['note'],
): Promise<LoadedSearch | null> {
  const query = parseSearchQuery(given);
  const { words, ignored } = parseQuery(query.q);
  const common = { query, address: searchPath(query), ignored };
  if (words.length === 0) {
    const offers = { alike: [], newest: await listNewest(reader), ...(await offerCategories(reader)) };
    return { ...common, found: null, offers };
  }
  const found =
    query.kind === null
      ? await findAll(reader, words)
      : await findList(reader, words, { ...query, kind: query.kind });
  if (found === null) return null;
  if (isNowhere(found)) noteMiss?.(words);
  return { ...common, found, offers: isEmpty(found.hits) ? await makeOffers(reader, query, found) : null };
}

/** Articles whose age the page shows. */
export function articlesOf({ found, offers }: LoadedSearch): ArticleCardData[] {
  return [...(found?.hits.articles.map(({ card }) => card) ?? []), ...(offers?.newest ?? [])];
}

type Words = readonly QueryWord[];
type ListQuery = SearchQuery & { kind: Kind };

/** The first of each kind. */
async function findAll(reader: Reader, words: Words): Promise<SearchFound> {
  const hitsOfKinds = await findTogether(reader, async (finder) => {
    const all: [Kind, SearchHits][] = [];
    for (const kind of kindNames)
      all.push([kind, await finder.hits({ ...plain(kind, words), limit: shownOfEach })]);
    return all;
  });
  const totals = noTotals();
  let hits = noHits();
  for (const [kind, ofKind] of hitsOfKinds) {
    totals[kind] = countOf(ofKind);
    hits = { ...hits, ...(await readHits(reader, kind, ofKind.ids, words)) };
  }
  return { totals, hits, list: null };
}

/** Finds a page of one kind, and the numbers of hits of the others. */
async function findList(reader: Reader, words: Words, query: ListQuery): Promise<SearchFound | null> {
  const { kind, page, sort } = query;
  const filters = filtersOf(query);
  const limit = pageSize;
  const request = { kind, words, filters, sort, skip: (page - 1) * limit, limit };
  const results = await findTogether(reader, async (finder) => {
    const { facets, ...hits } =
      searchChoices[kind].filters.length === 0
        ? { ...(await finder.hits(request)), facets: null }
        : await finder.hitsAndFacets(request);
    const total = countOf(hits);
    const pageCount = Math.max(1, Math.ceil(total.count / limit));
    if (page > pageCount) return null;

    const totals = noTotals();
    const isFiltered = Object.keys(filters).length > 0;
    for (const other of kindNames) {
      const isCounted = other === kind && !isFiltered;
      totals[other] = isCounted ? total : countOf(await finder.hits({ ...plain(other, words), limit: 0 }));
    }
    return { ids: hits.ids, facets, total, pageCount, totals };
  });
  if (results === null) return null;
  const { facets, total, totals } = results;
  const list: SearchList = {
    total,
    pageCount: results.pageCount,
    facets: facets && (await readFacets(reader, facets)),
    authorName: query.author === null ? null : await findAuthorName(reader, query.author),
    ...(query.category !== null && { categoryName: await findCategoryName(reader, query.category) }),
  };
  // Ids past the last page that is counted belong to a page that does not exist.
  const ids = results.ids.slice(0, Math.max(0, total.count - request.skip));
  return { totals, hits: { ...noHits(), ...(await readHits(reader, kind, ids, words)) }, list };
}

function plain(kind: Kind, words: Words) {
  return { kind, words, filters: {}, sort: 'relevance', skip: 0 } as const;
}

function filtersOf({ category, tag, author, availability, min, max }: SearchQuery): SearchFilters {
  return {
    ...(category !== null && { category }),
    ...(tag !== null && { tag }),
    ...(author !== null && { author }),
    ...(availability !== null && { availability }),
    ...(isPrice(min) && { minPrice: min }),
    ...(isPrice(max) && { maxPrice: max }),
  };
}

/** A total that is capped is one more than what is said of it. */
function countOf({ total, isTotalCapped }: SearchHits): HitCount {
  return { count: isTotalCapped ? Math.floor(total / 100) * 100 : total, isMore: isTotalCapped };
}

async function makeOffers(reader: Reader, { q }: SearchQuery, found: SearchFound) {
  // If another kind has hits, or only the filters leave none, the words are right.
  const alike = isNowhere(found) ? await findAlike(q, await listNames(reader)) : [];
  return { alike: alike.slice(0, offeredNames), ...(await offerCategories(reader)), newest: [] };
}

async function listNewest(reader: Reader): Promise<ArticleCardData[]> {
  const list = await listArticles(reader, { page: 1 });
  return list?.items.slice(0, shownOfEach) ?? [];
}

async function findAuthorName(reader: Reader, id: string): Promise<string> {
  const [author] = await listEntryCards(reader, 'authors', [id]);
  return author?.name ?? id;
}

function noTotals(): SearchFound['totals'] {
  return mapKinds(() => ({ count: 0, isMore: false }));
}

function noHits(): SearchHitLists {
  return mapKinds(() => []);
}

function isNowhere({ totals }: SearchFound): boolean {
  return kindNames.every((kind) => totals[kind].count === 0);
}

function isEmpty(hits: SearchHitLists): boolean {
  return Object.values(hits).every((list: readonly unknown[]) => list.length === 0);
}
