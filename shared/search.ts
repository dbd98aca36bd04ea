import { availabilities, type Availability } from './kinds/availabilities.ts';
import { kindNames, listPath, mapKinds, type Kind } from './kinds/kind-names.ts';
import { readPrice } from './locale/prices.ts';
import { paths } from './address/paths.ts';
import { withQuery } from './address/spell-query.ts';

export const searchSorts = ['relevance', 'newest', 'cheapest', 'dearest'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Filters of a search; a price has a lower and an upper limit. */
export const searchFilters = ['category', 'tag', 'author', 'availability', 'min', 'max'] as const;
export type SearchFilter = (typeof searchFilters)[number];

/** Whole New Taiwan dollars; the typed text if it is not a price; null if empty. */
export type PriceLimit = number | string | null;

export interface PriceLimits {
  min: PriceLimit;
  max: PriceLimit;
}

/** Query in the address of a search. */
export interface SearchQuery extends PriceLimits {
  /** Typed text in NFC, without control characters; empty: no search. */
  q: string;
  /** Null: all of them, a few of each. */
  kind: Kind | null;
  sort: SearchSort;
  category: string | null;
  tag: string | null;
  /** The author's id. */
  author: string | null;
  availability: Availability | null;
  page: number;
}

/** Characters of a text that are looked for; the field takes no more. */
export const maxSearchLength = 100;
/** Part of a longer text that is kept, so that the page can show the ignored rest. */
const maxTypedLength = 2 * maxSearchLength;
/** Longer than any category, tag or id. */
const maxFilterLength = 200;

interface SearchChoices {
  sorts: readonly SearchSort[];
  filters: readonly SearchFilter[];
}

/** Kinds that can be narrowed. */
const narrowed: Partial<Record<Kind, SearchChoices>> = {
  articles: { sorts: ['relevance', 'newest'], filters: ['tag', 'author'] },
  products: { sorts: searchSorts, filters: ['category', 'availability', 'min', 'max'] },
};

/** Orders and filters of each kind. */
export const searchChoices: Readonly<Record<Kind, SearchChoices>> = mapKinds(
  (kind) =>
    narrowed[kind] ?? {
      sorts: listPath(kind) === null ? ['relevance'] : ['relevance', 'newest'],
      filters: [],
    },
);

interface QueryReader {
  get(name: string): string | null;
}

/** Reads the valid parts and drops the rest, such as a filter that the kind lacks: there is no invalid search. */
export function parseSearchQuery(query: QueryReader): SearchQuery {
  const kind = oneOf(kindNames, query.get('kind'));
  const { sorts, filters } = kind === null ? nothingToChoose : searchChoices[kind];
  const given = (name: SearchFilter) => (filters.includes(name) ? query.get(name) : null);
  const prices = [readLimit(given('min')), readLimit(given('max'))] as const;
  // Two ends the wrong way round are still two ends.
  const [min, max] =
    isPrice(prices[0]) && isPrice(prices[1]) ? prices.toSorted((a, b) => Number(a) - Number(b)) : prices;
  return {
    q: readSearchText(query.get('q')),
    kind,
    sort: oneOf(sorts, query.get('sort')) ?? 'relevance',
    category: cleanText(given('category'), maxFilterLength) || null,
    tag: cleanText(given('tag'), maxFilterLength) || null,
    author: cleanText(given('author'), maxFilterLength) || null,
    availability: oneOf(availabilities, given('availability')),
    min: min ?? null,
    max: max ?? null,
    page: kind === null ? 1 : readPage(query.get('page')),
  };
}

/** Whether an address has a price in another spelling than that of its search. A form without one sends empty ones. */
export function hasTypedPrice(query: QueryReader, { min, max }: SearchQuery): boolean {
  return (query.get('min') ?? '') !== String(min ?? '') || (query.get('max') ?? '') !== String(max ?? '');
}

/** A text as it can be looked for. */
export function readSearchText(text: string | null): string {
  return cleanText(text, maxTypedLength);
}

/** Site path of a search, in the order of shared/address/routes.ts and without defaults. */
export function searchPath(query: Partial<SearchQuery>): string {
  const { q = '', kind, sort = 'relevance', category, tag, author, availability, min, max, page = 1 } = query;
  const named = {
    q: q || null,
    kind,
    sort: sort === 'relevance' ? null : sort,
    ...{ category, tag, author, availability, min, max },
    page: page === 1 ? null : page,
  };
  return withQuery(paths.search, Object.entries(named));
}

/** Query values of a search without filters, on its first page. */
export const noFilters = {
  category: null,
  tag: null,
  author: null,
  availability: null,
  min: null,
  max: null,
  page: 1,
} as const satisfies Partial<SearchQuery>;

const nothingToChoose: SearchChoices = { sorts: [], filters: [] };

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

/** A typed price; the text itself if it is none. */
export function readLimit(text: string | null): PriceLimit {
  const typed = cleanText(text, maxFilterLength);
  return typed === '' ? null : (readPrice(typed) ?? typed);
}

/** Whether a search can be narrowed by it. */
export function isPrice(limit: PriceLimit): limit is number {
  return typeof limit === 'number';
}

/** The typed limits that are no prices, each once. */
export function unreadLimits({ min, max }: PriceLimits): string[] {
  return [...new Set([min, max])].filter((limit) => typeof limit === 'string');
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

/** Databases store no NUL, and for search a line's end is a space. */
function cleanText(text: string | null, maxLength: number): string {
  const plain = (text ?? '')
    .normalize('NFC')
    .replace(/[\t\n\r]/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...plain].slice(0, maxLength).join('').trim();
}
