import type { Reader } from '#server/freshness/reader.ts';
import type { Hit } from './ask/asked.ts';
import { withIndex } from './ask/index-reader.ts';
import { askFor } from './find-hits.ts';
import { maxHits, type SearchRequest } from './search-request.ts';

export interface Facet {
  value: string;
  count: number;
}

export interface Facets {
  categories: Facet[];
  tags: Facet[];
  /** Their values are ids. */
  authors: Facet[];
  availabilities: Facet[];
  /** Only the newest hits were counted. */
  isCapped: boolean;
}

/** Counts what the hits of all pages could be narrowed by, the most frequent first. */
export async function countFacets(
  reader: Reader,
  request: Pick<SearchRequest, 'kind' | 'words' | 'filters'>,
): Promise<Facets> {
  const max = maxHits(request.words);
  const hits =
    request.words.length === 0
      ? []
      : await withIndex(reader.db, async (index) => {
          const { all } = await askFor(index, reader.now, { ...request, sort: 'newest' });
          return index.list(all, max + 1);
        });
  const counted = hits.slice(0, max);
  const count = (values: (hit: Hit) => readonly (string | null)[]) => countValues(counted.flatMap(values));
  return {
    categories: count(({ category }) => [category]),
    tags: count(({ tags }) => [...new Set(tags)]),
    authors: count(({ author }) => [author]),
    availabilities: count(({ availability }) => [availability]),
    isCapped: hits.length > max,
  };
}

function countValues(values: readonly (string | null)[]): Facet[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const facets = Array.from(counts, ([value, count]) => ({ value, count }));
  return facets.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
