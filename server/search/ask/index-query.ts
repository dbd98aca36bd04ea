import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { SearchSort } from '#shared/search.ts';
import type { SearchRequest } from '../search-request.ts';

/** Question to the index of a kind. */
export interface IndexQuery extends Pick<SearchRequest, 'kind' | 'words' | 'filters'> {
  /**
   * Number of fields, from the title on, in which all words are to be found: hits of 1 are hits of 4, too. With 0 words
   * do not count, and the number of the product is looked up.
   */
  fieldCount: 0 | 1 | 2 | 3 | 4;
  /** Products with this number are hits, too. */
  sku: string | null;
  order: Exclude<SearchSort, 'relevance'>;
  /** ISO 8601 in UTC: entries that are due by then can be found. */
  now: string;
}

/** Properties of a hit beside its text. */
export interface Hit {
  ref: string;
  category: string | null;
  author: string | null;
  availability: string | null;
  tags: readonly string[];
}

export interface IndexReader {
  /** Database that the index is read from, at the same moment. */
  db: Kysely<Schema>;
  /** The first hits in their order. */
  list(query: IndexQuery, limit: number): Promise<Hit[]>;
  /** How many hits there are; more than `limit` are not counted. */
  count(query: IndexQuery, limit: number): Promise<number>;
}
