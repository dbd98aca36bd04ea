import { byCodeUnits } from '../by-code-units.ts';
import { availabilities, type Availability } from '../kinds/availabilities.ts';
import { isPrice, readLimit, type PriceLimits } from '../search.ts';
import { parseListQuery, usualSort, type ListQuery } from './list-query.ts';
import { withQuery } from './spell-query.ts';

/** A value of a facet, such as 產地 and 坪林. */
export type FacetValue = readonly [name: string, value: string];

/** Filters in the address of a list of products. Values of one facet widen it, different facets narrow it. */
export interface ProductFilters extends PriceLimits {
  brand: readonly string[];
  availability: readonly Availability[];
  /** Values of specs. */
  values: readonly FacetValue[];
}

export type FilteredList = ListQuery & ProductFilters;

/** Name by which a category filters by the brand. */
export const brandFacet = 'brand';
/** Most different facets, and most values, in an address. */
const maxFacets = 12;
export const maxValues = 20;
/** Characters of a name and its value. */
const maxLength = 400;

interface QueryReader {
  get(name: string): string | null;
  getAll(name: string): string[];
}

/**
 * Reads the filters of a list. Null for what no form sends: a value twice, one without a name, too many of them, control
 * characters, an availability that there is not.
 */
export function parseFilteredList(query: QueryReader): FilteredList | null {
  const list = parseListQuery(query);
  const brand = readTexts(query.getAll('brand'));
  const availability = readTexts(query.getAll('availability'))?.filter(isAvailability);
  const values = readTexts(query.getAll('f'))?.map(splitValue);
  if (list === null || !brand || !availability || !values) return null;
  if (availability.length !== query.getAll('availability').length) return null;
  if (!values.every((value) => value !== null)) return null;
  const names = new Set(values.map(([name]) => name));
  const count = brand.length + availability.length + values.length;
  if (names.size > maxFacets || count > maxValues) return null;
  const limits = [readLimit(query.get('min')), readLimit(query.get('max'))] as const;
  // Two ends the wrong way round are still two ends.
  const [min, max] =
    isPrice(limits[0]) && isPrice(limits[1]) && limits[0] > limits[1] ? [limits[1], limits[0]] : limits;
  return { ...list, brand, availability, values, min: min ?? null, max: max ?? null };
}

/** Parameters that filter a list. */
export const filterNames = ['brand', 'availability', 'min', 'max', 'f'] as const;

/** Whether an address filters a list, rightly or not. A form without a choice sends empty prices. */
export function hasFilters(query: Pick<QueryReader, 'getAll'>): boolean {
  return filterNames.some((name) => query.getAll(name).some((value) => value !== '' || name === 'f'));
}

/** Whether a list is narrowed by anything but its category. */
export function isFiltered({ brand, availability, values, min, max }: ProductFilters): boolean {
  return brand.length + availability.length + values.length > 0 || min !== null || max !== null;
}

export const noProductFilters: ProductFilters = {
  brand: [],
  availability: [],
  min: null,
  max: null,
  values: [],
};

/**
 * Parameters of a filtered list in their one spelling: in the order of shared/address/routes.ts, facets in that of
 * `names`, which are the category's, and values by their characters.
 */
export function filterParameters(
  { category, brand, availability, min, max, values, sort, page }: FilteredList,
  names: readonly string[],
): [name: string, value: string][] {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  const inOrder = values.toSorted(
    ([nameOfA, a], [nameOfB, b]) =>
      place(nameOfA) - place(nameOfB) || byCodeUnits(nameOfA, nameOfB) || byCodeUnits(a, b),
  );
  const named: [name: string, values: readonly (string | number | null)[]][] = [
    ['category', [category]],
    ['brand', brand.toSorted(byCodeUnits)],
    ['availability', availabilities.filter((option) => availability.includes(option))],
    ['min', [min]],
    ['max', [max]],
    ['f', inOrder.map(joinValue)],
    ['sort', [sort === usualSort ? null : sort]],
    ['page', [page === 1 ? null : page]],
  ];
  return named.flatMap(([name, all]) =>
    all.flatMap((value): [string, string][] => (value === null ? [] : [[name, String(value)]])),
  );
}

/** Site path of a filtered list. */
export function filteredPath(list: FilteredList, names: readonly string[]): string {
  return withQuery('/product', filterParameters(list, names));
}

/** Value of the parameter `f`. */
export function joinValue([name, value]: FacetValue): string {
  return `${name}:${value}`;
}

/** A name has no colon: `filters` of a category takes none. */
function splitValue(text: string): FacetValue | null {
  const colon = text.indexOf(':');
  return colon <= 0 || colon === text.length - 1 ? null : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Null for texts that no form sends. */
function readTexts(texts: readonly string[]): string[] | null {
  if (texts.length > maxValues) return null;
  const read = texts.map((text) => text.normalize('NFC'));
  const isRight = (text: string) => text !== '' && text.length <= maxLength && !/\p{Cc}/u.test(text);
  return read.every(isRight) && new Set(read).size === read.length ? read : null;
}

export function isAvailability(text: string): text is Availability {
  return availabilities.some((option) => option === text);
}
