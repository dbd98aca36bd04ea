import { productSorts } from '#shared/address/list-query.ts';
import type { FacetProduct, FacetRow } from '#server/facets/facet-product.ts';
import { availabilityFacet, type FacetAnswer, type FacetQuestion } from '#server/facets/facet-question.ts';
import type { Random } from '#scripts/tools/random-numbers.ts';

/** ProductFacets of the made-up products. */
export const facetNames = ['brand', '產地', '容量', '顏色', '材質'];
const availabilityOptions = ['in_stock', 'sold_out', 'preorder', 'discontinued'];
export const categoryIds = ['茶葉', '烏龍茶', '紅茶', '茶器', '禮盒'];
const startMs = Date.parse('2026-01-01T00:00:00.000Z');

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

/** Some of them, each at most once, in their order. */
export function pickSome<Value>(random: Random, values: readonly Value[], chance = 3): Value[] {
  return values.filter(() => random(chance) === 0);
}

function valuesOf(name: string): string[] {
  return Array.from({ length: 2 + name.length * 3 }, (_, i) => `${name}${i}`);
}

/** A product with equal times and prices beside others, several values of a facet, and sometimes variants. */
export function aFacetProduct(random: Random, id: string): FacetProduct {
  const shared = new Map<string, string[]>();
  for (const name of ['brand', '產地', '材質'])
    if (random(4) > 0)
      shared.set(name, name === '材質' ? pickSome(random, valuesOf(name)) : [pick(random, valuesOf(name))]);
  const count = random(3) === 0 ? 1 + random(6) : 1;
  const rows: FacetRow[] = Array.from({ length: count }, () => {
    const row = new Map(shared).set(availabilityFacet, [pick(random, availabilityOptions)]);
    if (count > 1) for (const name of ['容量', '顏色']) row.set(name, [pick(random, valuesOf(name))]);
    return row;
  });
  return {
    id,
    places: [pick(random, categoryIds), ...pickSome(random, categoryIds, 6)],
    publishedMs: startMs + random(20) * 60_000,
    price: random(6) === 0 ? null : 100 * random(12),
    isAvailable: rows.some((row) => ['in_stock', 'preorder'].includes(row.get(availabilityFacet)?.[0] ?? '')),
    rows,
  };
}

/** A question about some of their facets, with up to three choices, one of which may mean nothing. */
export function aFacetQuestion(random: Random, ids: readonly string[]): FacetQuestion {
  const chosen = pickSome(random, [...facetNames, availabilityFacet]).slice(0, 3);
  const valuesFor = (name: string) => (name === availabilityFacet ? availabilityOptions : valuesOf(name));
  const limits = [
    random(3) === 0 ? 100 * random(12) : null,
    random(3) === 0 ? 100 * random(12) : null,
  ] as const;
  return {
    names: facetNames,
    categories: random(4) === 0 ? null : pickSome(random, categoryIds, 2),
    choices: chosen.map((facet) => {
      const values = pickSome(random, valuesFor(facet), 4);
      return { facet, values: values.length === 0 ? [pick(random, valuesFor(facet))] : values };
    }),
    minPrice: limits[0],
    maxPrice: limits[1],
    counted: [...facetNames, availabilityFacet],
    sort: pick(random, productSorts),
    pinned: pickSome(random, ids, 40),
    skip: random(3) * 10,
    limit: 10,
    nowMs: startMs + random(20) * 60_000,
  };
}

/** The same answer by looking at every product. */
export function scanProducts(all: readonly FacetProduct[], question: FacetQuestion): FacetAnswer {
  const { categories, choices, minPrice, maxPrice, counted, skip, limit, nowMs } = question;
  const inBranch = all.filter(
    (product) =>
      product.publishedMs <= nowMs &&
      (categories === null || product.places.some((id) => categories.includes(id))) &&
      ((minPrice === null && maxPrice === null) ||
        (product.price !== null &&
          product.price >= (minPrice ?? 0) &&
          product.price <= (maxPrice ?? Infinity))),
  );
  const meets = (row: FacetRow, without?: string) =>
    choices.every(
      ({ facet, values }) =>
        facet === without || (row.get(facet) ?? []).some((value) => values.includes(value)),
    );
  const found = inBranch.filter(({ rows }) => rows.some((row) => meets(row)));
  const counts = counted.map((facet) => {
    const numbers = new Map<string, number>();
    for (const { rows } of inBranch) {
      const values = rows.filter((row) => meets(row, facet)).flatMap((row) => row.get(facet) ?? []);
      for (const value of new Set(values)) numbers.set(value, (numbers.get(value) ?? 0) + 1);
    }
    return Array.from(numbers, ([value, count]) => ({ value, count }));
  });
  const ids = found.toSorted(compareBy(question)).map(({ id }) => id);
  return { ids: ids.slice(skip, skip + limit), total: found.length, counts };
}

/** Without an order of the values. */
export function withSortedCounts(answer: FacetAnswer): FacetAnswer {
  const counts = answer.counts.map((values) => values.toSorted((a, b) => (a.value < b.value ? -1 : 1)));
  return { ...answer, counts };
}

function compareBy({ sort, pinned }: FacetQuestion): (a: FacetProduct, b: FacetProduct) => number {
  const byId = (a: FacetProduct, b: FacetProduct) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
  const newest = (a: FacetProduct, b: FacetProduct) => b.publishedMs - a.publishedMs || byId(b, a);
  const pinOf = ({ id }: FacetProduct) => (pinned.includes(id) ? pinned.indexOf(id) : pinned.length);
  switch (sort) {
    case 'newest':
      return newest;
    case 'recommended':
      return (a, b) => pinOf(a) - pinOf(b) || Number(b.isAvailable) - Number(a.isAvailable) || newest(a, b);
    case 'price-asc':
      return (a, b) => (a.price ?? Infinity) - (b.price ?? Infinity) || byId(a, b) || 0;
    case 'price-desc':
      return (a, b) => (b.price ?? -1) - (a.price ?? -1) || byId(b, a);
  }
}
