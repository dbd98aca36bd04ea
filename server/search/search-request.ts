import type { SearchSort } from '#shared/search.ts';
import type { Availability } from '#shared/kinds/availabilities.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { isOneGram } from './text/grams.ts';
import type { QueryWord } from './text/parse-query.ts';

export interface SearchFilters {
  category?: string;
  tag?: string;
  /** The id of an author. */
  author?: string;
  availability?: Availability;
  minPrice?: number;
  maxPrice?: number;
}

export interface SearchRequest {
  kind: Kind;
  /** Words that must all be found, each in one of its readings. */
  words: readonly QueryWord[];
  filters: SearchFilters;
  sort: SearchSort;
  skip: number;
  limit: number;
}

/**
 * How many hits are counted and paged through. On PostgreSQL a word that is more than a pair of characters is looked for
 * in the texts of what may be a hit, and on SQLite hits of several words stand far apart, each to be read from a page of
 * its own: fewer then. The query decides, not the engine, so that both answer the same.
 */
export function maxHits(words: readonly QueryWord[]): number {
  const isSimple = words.length === 1 && words.every(({ readings }) => readings.every(isOneGram));
  return isSimple ? 1_000 : 200;
}
