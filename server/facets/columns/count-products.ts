import type { CountedValue, FacetQuestion } from '../facet-question.ts';
import { Chunk, chunkSize, slotMarks } from './chunk.ts';
import type { ProductColumns } from './product-columns.ts';
import { RefSet } from './ref-set.ts';

export interface CountedProducts {
  /** Products that meet all choices. */
  found: RefSet;
  total: number;
  counts: CountedValue[][];
}

/** A choice with, for each code of its column, whether it is met. */
interface Filter {
  facet: number;
  isMet: Uint8Array;
}

interface Counter {
  name: string;
  facet: number;
  /** Number of the facet's own choice among the filters, from 1; 0: there is none. */
  own: number;
  /** Number of products for each code. */
  counts: Uint32Array;
  /** Product that was counted last for each code, for those with several rows. */
  counted: Int32Array;
}

/** Slots of one chunk that count for something, in their order. */
interface Judged {
  /** 0: it meets all choices; n: it misses the nth alone. */
  states: Uint8Array;
  /** Those that miss one choice at most, and those that meet all. */
  near: Uint16Array;
  met: Uint16Array;
  nearCount: number;
  metCount: number;
}

/**
 * Goes through the branch once: what meets all choices counts for every facet, what misses exactly one counts for that
 * facet alone. A column at a time, which takes half as long as a row at a time.
 */
export function countProducts(columns: ProductColumns, question: FacetQuestion): CountedProducts {
  const filters = filtersOf(columns, question);
  const counters = countersOf(columns, question, filters);
  const found = new RefSet(columns.limit);
  let total = 0;
  const isInBranch = question.categories && columns.places.havingOneOf(question.categories);
  const judged: Judged = {
    states: new Uint8Array(chunkSize),
    near: new Uint16Array(chunkSize),
    met: new Uint16Array(chunkSize),
    ...{ nearCount: 0, metCount: 0 },
  };
  if (filters !== null)
    for (const [number, chunk] of columns.chunks.entries()) {
      if (isInBranch && isInBranch[chunk.place] === 0) continue;
      judge(chunk, filters, question, judged);
      const base = number * chunkSize;
      total += collect(chunk, judged, base, found);
      for (const counter of counters) count(chunk, counter, judged, base);
    }
  return { found, total, counts: counters.map((counter) => valuesOf(columns, counter)) };
}

/** Null: a facet that is not kept is chosen, and no product has it. */
function filtersOf(columns: ProductColumns, { choices }: FacetQuestion): Filter[] | null {
  const filters: Filter[] = [];
  for (const { facet, values } of choices) {
    const kept = columns.facet(facet);
    if (kept === undefined) return null;
    filters.push({ facet: kept.number, isMet: kept.codes.havingOneOf(values) });
  }
  return filters;
}

function countersOf(
  columns: ProductColumns,
  { counted }: FacetQuestion,
  filters: Filter[] | null,
): Counter[] {
  return counted.map((name) => {
    const kept = columns.facet(name);
    const size = kept?.codes.lists.length ?? 1;
    const facet = kept?.number ?? -1;
    return {
      name,
      facet,
      own: (filters?.findIndex((filter) => filter.facet === facet) ?? -1) + 1,
      counts: new Uint32Array(size),
      counted: new Int32Array(size).fill(-1),
    };
  });
}

function judge(
  { marks, prices, columns, size }: Chunk,
  filters: readonly Filter[],
  { minPrice, maxPrice }: FacetQuestion,
  judged: Judged,
): void {
  const { states, near } = judged;
  // Numbers as the column has them. Somebody who gives a limit wants no product without a price.
  const hasLimits = minPrice !== null || maxPrice !== null;
  const [least, most] = [1 + (minPrice ?? 0), 1 + (maxPrice ?? Infinity)];
  let nearCount = 0;
  for (let slot = 0; slot < size; slot += 1) {
    if (marks[slot] === 0) continue;
    if (hasLimits) {
      const price = prices[slot] ?? 0;
      if (price < least || price > most) continue;
    }
    states[slot] = 0;
    near[nearCount++] = slot;
  }
  for (const [index, { facet, isMet }] of filters.entries()) {
    const column = columns.get(facet);
    let kept = 0;
    for (let n = 0; n < nearCount; n += 1) {
      const slot = near[n] ?? 0;
      if (isMet[column?.[slot] ?? 0] === 0) {
        if (states[slot] !== 0) continue;
        states[slot] = index + 1;
      }
      near[kept++] = slot;
    }
    nearCount = kept;
  }
  judged.nearCount = nearCount;
}

/** Returns the number of found products. */
function collect(chunk: Chunk, judged: Judged, base: number, found: RefSet): number {
  const { states, near, nearCount, met } = judged;
  let [metCount, total, last] = [0, 0, -1];
  for (let n = 0; n < nearCount; n += 1) {
    const slot = near[n] ?? 0;
    if (states[slot] !== 0) continue;
    met[metCount++] = slot;
    const product = chunk.hasVariants ? firstOf(chunk, slot) : slot;
    if (product === last) continue;
    last = product;
    found.add(base + product);
    total += 1;
  }
  judged.metCount = metCount;
  return total;
}

function count(
  chunk: Chunk,
  counter: Counter,
  { states, near, nearCount, met, metCount }: Judged,
  base: number,
): void {
  const column = chunk.columns.get(counter.facet);
  if (column === undefined) return;
  const { own, counts, counted } = counter;
  if (own === 0 && !chunk.hasVariants) {
    const isWhole = metCount === chunk.size;
    for (let n = 0; n < metCount; n += 1) {
      const code = column[isWhole ? n : (met[n] ?? 0)] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    return;
  }
  const [slots, length] = own === 0 ? [met, metCount] : [near, nearCount];
  const { hasVariants } = chunk;
  for (let n = 0; n < length; n += 1) {
    const slot = slots[n] ?? 0;
    if (own !== 0 && states[slot] !== 0 && states[slot] !== own) continue;
    const code = column[slot] ?? 0;
    if (hasVariants) {
      // A product once for a value, however many of its rows have it.
      const product = base + firstOf(chunk, slot);
      if (counted[code] === product) continue;
      counted[code] = product;
    }
    counts[code] = (counts[code] ?? 0) + 1;
  }
}

/** First slot of the product in this one. */
function firstOf({ marks }: Chunk, slot: number): number {
  let first = slot;
  while (((marks[first] ?? 0) & slotMarks.further) !== 0) first -= 1;
  return first;
}

function valuesOf(columns: ProductColumns, { name, counts }: Counter): CountedValue[] {
  const byValue = new Map<string, number>();
  const lists = columns.facet(name)?.codes.lists ?? [];
  for (const [code, number] of counts.entries()) {
    if (number > 0)
      for (const value of lists[code] ?? []) byValue.set(value, (byValue.get(value) ?? 0) + number);
  }
  return Array.from(byValue, ([value, number]) => ({ value, count: number }));
}
