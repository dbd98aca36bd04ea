import type { ProductSort } from '#shared/address/list-query.ts';

/** Facet of the availability, which every list can be filtered by. Its values are those of the field. */
export const availabilityFacet = 'availability:';

/** Questions that wait; one more is answered 503. */
export const maxWaitingQuestions = 4;

/** Chosen values of one facet: a product has one of them. */
export interface FacetChoice {
  facet: string;
  values: readonly string[];
}

/** Question for a page of products that meet all of some choices, and for the numbers of every value beside them. */
export interface FacetQuestion {
  /** Every facet of the site: other names are not kept in memory. */
  names: readonly string[];
  /** Ids of the categories that make the branch; null: all products. */
  categories: readonly string[] | null;
  choices: readonly FacetChoice[];
  minPrice: number | null;
  maxPrice: number | null;
  /** Facets whose values are counted. */
  counted: readonly string[];
  sort: ProductSort;
  /** Ids that come first in the recommended order. */
  pinned: readonly string[];
  skip: number;
  limit: number;
  /** Time of the request in ms: later products are not shown yet. */
  nowMs: number;
}

export interface CountedValue {
  value: string;
  /** Products that have it and meet all choices of other facets. */
  count: number;
}

export interface FacetAnswer {
  ids: string[];
  total: number;
  /** A list for each counted facet; values without a product are left out, unless they are chosen. */
  counts: CountedValue[][];
}

/**
 * Answers of one moment: the newest that the database had when the question came. Values stand in the order in which a
 * list offers them, and no more than it does.
 */
export interface ProductFacets {
  /** @throws OverloadedError when too many questions wait, or the database cannot be read. */
  ask(question: FacetQuestion): Promise<FacetAnswer>;
}
