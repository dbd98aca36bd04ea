import type { Availability, PlainAvailability } from '../kinds/availabilities.ts';
import type { Kind } from '../kinds/kind-names.ts';
import type { KindRecords } from '../kinds/kinds.ts';
import type { ArticleCardData, NamedPage, Picture, ProductCardData } from './payloads.ts';
import type { SearchQuery } from '../search.ts';

/** A text in pieces, of which every other one, from the second on, is a match. */
export type MarkedText = readonly string[];

/** Something that was found, as its list shows it, and where the words stand. */
export interface SearchHit<Card> {
  card: Card;
  title: MarkedText;
  excerpt: MarkedText;
}

/** An entry of a kind without cards of its own: its title and its picture, under the names that they have in its record. */
export type EntryCardData<Name extends Kind> = { id: string } & {
  [Title in KindRecords[Name]['title']]: string;
} & { [Column in KindRecords[Name]['picture']]: Picture | null };

interface OwnCards {
  articles: ArticleCardData;
  products: ProductCardData;
}

export type SearchHitLists = {
  [Name in Kind]: SearchHit<Name extends keyof OwnCards ? OwnCards[Name] : EntryCardData<Name>>[];
};

/** How many there are; `isMore`: these and others, which are not counted. */
export interface HitCount {
  count: number;
  isMore: boolean;
}

export interface SearchFacet<Value extends string = string> {
  value: Value;
  label: string;
  count: number;
}

export interface SearchFacets {
  category: SearchFacet[];
  tag: SearchFacet[];
  author: SearchFacet[];
  availability: SearchFacet<PlainAvailability>[];
  /** Values that scripts from before November 2026 have no word for. */
  laterAvailability?: SearchFacet<Exclude<Availability, PlainAvailability>>[];
  /** Counted over the newest of very many. */
  isCapped: boolean;
}

/** The hits of one kind, as its filters leave them. */
export interface SearchList {
  total: HitCount;
  pageCount: number;
  /** Null where there is nothing to narrow by. */
  facets: SearchFacets | null;
  /** Name of the author in the filter. */
  authorName: string | null;
  /** Name of the category in the filter; left out where it is the id. */
  categoryName?: string;
}

export interface SearchFound {
  /** Counts for each kind, without the filters. */
  totals: Record<Kind, HitCount>;
  /** Hits on this page: some of each kind, or a page of the chosen one. */
  hits: SearchHitLists;
  /** Null: all kinds are shown. */
  list: SearchList | null;
}

/** Suggestions of the page when there are no hits. */
export interface SearchOffers {
  /** Names that sound like the query or resemble it. */
  alike: string[];
  /** Ids of the categories at the top. Pages read them that were opened before these had names. */
  categories: string[];
  topCategories: NamedPage[];
  newest: ArticleCardData[];
}

export interface SearchPayload {
  query: SearchQuery;
  /** The site path of this page in its one spelling. */
  address: string;
  /** Part of the text that the search ignored. */
  ignored: string;
  /** Null: the query is empty. */
  found: SearchFound | null;
  /** Null: something was found. */
  offers: SearchOffers | null;
  /** The moment that `shared/relative-time.ts` counts from, in milliseconds since 1970. */
  asOf: number;
}

/** A page suggested while the visitor types. */
export interface Suggestion {
  kind: 'article' | 'product' | 'category' | 'tag';
  title: MarkedText;
  /** A site path without the base path. */
  path: string;
  /** The address of a small file. */
  picture: string | null;
}

/** The body of `/search/suggestions.json`. */
export interface SuggestionsBody {
  suggestions: Suggestion[];
}
