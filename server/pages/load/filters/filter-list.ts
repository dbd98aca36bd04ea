import {
  brandFacet,
  filteredPath,
  isFiltered,
  type FilteredList,
  type ProductFilters,
} from '#shared/address/product-filters.ts';
import { isPrice } from '#shared/search.ts';
import { pageSize } from '#shared/address/list-query.ts';
import type { ListFacets, OfferedFacet } from '#shared/payload/facet-payload.ts';
import {
  availabilityFacet,
  type FacetChoice,
  type CountedValue,
  type FacetQuestion,
  type ProductFacets,
} from '#server/facets/facet-question.ts';

/** List that can be filtered. */
export interface FilterableList {
  /** Names of its category's facets. */
  names: readonly string[];
  /** Every such name of the site. */
  siteNames: readonly string[];
  /** Categories of its branch; null: all products. */
  branch: readonly string[] | null;
  /** Ids that stand first in the recommended order. */
  pinned: readonly string[];
}

export interface FilteredPage {
  /** Empty where nothing is chosen: such a list is read without the facets. */
  ids: string[];
  total: number;
  facets: ListFacets;
}

/** Finds the products of one page, and everything that the list can be filtered by. */
export async function filterList(
  facets: ProductFacets,
  { names, siteNames, branch, pinned }: FilterableList,
  query: FilteredList,
  nowMs: number,
): Promise<FilteredPage> {
  const { min, max, sort, page } = query;
  const counted = [...countedNames(names, query), availabilityFacet];
  const isKnown = query.values.every(([name]) => names.includes(name));
  const question: FacetQuestion = {
    names: [brandFacet, ...siteNames],
    categories: branch,
    choices: choicesOf(query).filter(({ facet }) => counted.includes(facet)),
    minPrice: isPrice(min) ? min : null,
    maxPrice: isPrice(max) ? max : null,
    ...{ counted, sort, pinned, nowMs },
    skip: (page - 1) * pageSize,
    limit: isFiltered(query) ? pageSize : 0,
  };
  const answer = await facets.ask(question);
  const { brand, availability, values } = query;
  return {
    // A facet that the category does not have leaves nothing.
    ids: isKnown ? answer.ids : [],
    total: isKnown ? answer.total : 0,
    facets: {
      address: filteredPath(query, names),
      chosen: { brand, availability, values, min, max },
      names: [...names],
      offered: answer.counts
        .map((values, place) => offer(counted[place] ?? '', values))
        .filter((facet) => isUseful(facet, answer.total)),
    },
  };
}

/** The brand can be chosen everywhere: pages of products lead to its list. */
function countedNames(names: readonly string[], { brand }: ProductFilters): string[] {
  return brand.length > 0 && !names.includes(brandFacet) ? [brandFacet, ...names] : [...names];
}

function choicesOf({ brand, availability, values }: ProductFilters): FacetChoice[] {
  const byName = Map.groupBy(values, ([name]) => name);
  return [
    { facet: brandFacet, values: brand },
    { facet: availabilityFacet, values: availability },
    ...Array.from(byName, ([facet, pairs]) => ({ facet, values: pairs.map(([, value]) => value) })),
  ].filter((choice) => choice.values.length > 0);
}

function offer(facet: string, values: CountedValue[]): OfferedFacet {
  switch (facet) {
    case brandFacet:
      return { parameter: 'brand', name: '', values };
    case availabilityFacet:
      return { parameter: 'availability', name: '', values };
    default:
      return { parameter: 'f', name: facet, values };
  }
}

/** A single value that all products have leads to the same list. */
function isUseful({ values }: OfferedFacet, total: number): boolean {
  return values.length > 1 || (values.length === 1 && values[0]?.count !== total);
}
