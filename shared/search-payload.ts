import type { Availability } from './kinds/availabilities.ts';
import type { Kind } from './kinds/kind-names.ts';
import type { KindRecords } from './kinds/kinds.ts';
import type { ArticleCardData, Picture, ProductCardData } from './payloads.ts';
import type { SearchQuery } from './search.ts';

/** A text in pieces, of which every other one, from the second on, is a place that was looked for. */
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

export type PlainKind = Exclude<Kind, keyof OwnCards>;

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
  availability: SearchFacet<Availability>[];
  /** Counted over the newest of very many. */
  isCapped: boolean;
}

/** The hits of one kind, as its filters leave them. */
export interface SearchList {
  total: HitCount;
  pageCount: number;
  /** Null where there is nothing to narrow by. */
  facets: SearchFacets | null;
  /** Of the filter. */
  authorName: string | null;
}

export interface SearchFound {
  /** Of each kind, whatever the filters. */
  totals: Record<Kind, HitCount>;
  /** What this page shows: a part of each kind, or of the one that was chosen. */
  hits: SearchHitLists;
  /** Null: all kinds are shown. */
  list: SearchList | null;
}

/** What stands on the page where there is nothing to show. */
export interface SearchOffers {
  /** Names that sound like what was typed, or are typed like it. */
  alike: string[];
  categories: string[];
  newest: ArticleCardData[];
}

export interface SearchPayload {
  query: SearchQuery;
  /** The site path of this page in its one spelling. */
  address: string;
  /** What of the text was not looked for. */
  ignored: string;
  /** Null: nothing was asked for. */
  found: SearchFound | null;
  /** Null: something was found. */
  offers: SearchOffers | null;
  /** The moment that `shared/relative-time.ts` counts from, in milliseconds since 1970. */
  asOf: number;
}

/** A page that somebody who types may mean. */
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
