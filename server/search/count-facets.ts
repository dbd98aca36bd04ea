import type { Hit } from './ask/index-query.ts';

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

/** Counts what hits could be narrowed by, the most frequent first; no more than the first `max` of them. */
export function countFacets(hits: readonly Hit[], max: number): Facets {
  const [categories, tags, authors, availabilities] = [
    createCount(),
    createCount(),
    createCount(),
    createCount(),
  ];
  for (const hit of hits.slice(0, max)) {
    authors.add(hit.author);
    availabilities.add(hit.availability);
    // A product has the categories that list it beside its own in their place.
    const filed = hit.category === null ? tags : categories;
    for (const value of new Set(hit.category === null ? hit.tags : [hit.category, ...hit.tags]))
      filed.add(value);
  }
  return {
    categories: categories.list(),
    tags: tags.list(),
    authors: authors.list(),
    availabilities: availabilities.list(),
    isCapped: hits.length > max,
  };
}

function createCount() {
  const counts = new Map<string, number>();
  return {
    add(value: string | null): void {
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    },
    list(): Facet[] {
      const facets = Array.from(counts, ([value, count]) => ({ value, count }));
      return facets.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    },
  };
}
