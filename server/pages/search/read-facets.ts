import type { SearchFacet, SearchFacets } from '#shared/payload/search-payload.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { findCategoryRows, stepsTo } from '#server/content/category-tree.ts';
import { listEntryCards } from '#server/content/entry-cards.ts';
import type { Facet, Facets } from '#server/search/count-facets.ts';

/** More would be a list to read instead of one to choose from. */
const shownValues = 12;

/** Filters for a search as the page shows them, with the number of hits that each value would leave. */
export async function readFacets(
  reader: Reader,
  { categories, tags, authors, availabilities, isCapped }: Facets,
): Promise<SearchFacets> {
  const shownAuthors = mostFrequent(authors);
  const ids = shownAuthors.map(({ value }) => value);
  const named = ids.length === 0 ? [] : await listEntryCards(reader, 'authors', ids);
  const rows = await findCategoryRows(reader);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return {
    category: mostFrequent(categories).flatMap(({ value, count }) => {
      const category = stepsTo(rows, value).at(-1);
      return category?.id === value ? [{ value, label: category.name, count }] : [];
    }),
    tag: mostFrequent(tags).map(labelledByValue),
    author: shownAuthors.map((facet) => ({ ...facet, label: names.get(facet.value) ?? facet.value })),
    availability: facetsOf(['in_stock', 'preorder', 'sold_out', 'discontinued'], availabilities),
    laterAvailability: facetsOf(['backorder', 'coming_soon'], availabilities),
    isCapped,
  };
}

function facetsOf<Value extends string>(
  values: readonly Value[],
  counted: readonly Facet[],
): SearchFacet<Value>[] {
  return values.flatMap((value) => {
    const count = counted.find((facet) => facet.value === value)?.count ?? 0;
    return count === 0 ? [] : [{ value, label: value, count }];
  });
}

function mostFrequent(facets: readonly Facet[]): Facet[] {
  return facets.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, shownValues);
}

function labelledByValue({ value, count }: Facet): SearchFacet {
  return { value, label: value, count };
}
