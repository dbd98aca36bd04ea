import { productSorts } from '#shared/address/list-query.ts';
import { brandFacet, filteredPath, noProductFilters } from '#shared/address/product-filters.ts';
import type { Random } from '#scripts/tools/random-numbers.ts';
import { categoriesOfPart, facetNames, valueOfPart } from './parts.ts';

/** Most values of a facet: six facets stay below the limit of an address. */
const maxValues = 3;

/** A list with so many filters that has at least one product: address of each of its pages. */
export function randomList(random: Random, parts: number, filters: number): (page: number) => string {
  const part = random(parts);
  const category = categoriesOfPart(part)[random(2)] ?? null;
  const places = facetNames.map((_, place) => place);
  const chosen = Array.from({ length: filters }, () => places.splice(random(places.length), 1)).flat();
  const all = chosen.flatMap((place) =>
    Array.from({ length: 1 + random(maxValues) }, (_, beside) => valueOfPart(part, place, beside)),
  );
  const isBrand = ([name]: (typeof all)[number]) => name === brandFacet;
  const list = {
    ...{ ...noProductFilters, category },
    sort: productSorts[random(productSorts.length)] ?? 'newest',
    brand: all.filter(isBrand).map(([, value]) => value),
    values: all.filter((value) => !isBrand(value)),
  };
  return (page) => filteredPath({ ...list, page }, facetNames);
}
