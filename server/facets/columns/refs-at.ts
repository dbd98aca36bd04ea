import type { ProductColumns } from './product-columns.ts';
import { RefSet } from './ref-set.ts';

/** An order by keys, the least first; products with equal ones by their ids. */
export interface KeyOrder {
  columns: ProductColumns;
  keyOf: (ref: number) => number;
  isFromLastId: boolean;
}

interface Part {
  refs: Uint32Array;
  /** No key is below the one or above the other. */
  least: number;
  most: number;
}

/** Most products that are sorted. */
const maxSorted = 500;
const bucketCount = 4096;

/**
 * The products that would stand from one place to before another if all were sorted. They are put into buckets by their
 * keys, and only those with these places are looked at further: 400,000 take 5 ms, where sorting them takes over 100.
 */
export function refsAt(part: Part, order: KeyOrder, from: number, to: number): number[] {
  const { refs, least, most } = part;
  if (from >= Math.min(to, refs.length)) return [];
  if (refs.length <= maxSorted) return sorted(part, order).slice(from, to);
  if (least === most) return inOrderOfIds(part, order, from, to);
  const { buckets, counts } = divide(part, order);
  const first = bucketAt(counts, from);
  const last = bucketAt(counts, Math.min(to, refs.length) - 1);
  const before = (bucket: number) => counts.subarray(0, bucket).reduce((sum, count) => sum + count, 0);
  const within = (low: number, high: number) => {
    const some = new Uint32Array(before(high + 1) - before(low));
    let end = 0;
    for (let i = 0; end < some.length; i += 1) {
      const bucket = buckets[i] ?? 0;
      if (bucket >= low && bucket <= high) some[end++] = refs[i] ?? 0;
    }
    return partOf(order, some);
  };
  const begin = before(first);
  const head = refsAt(within(first, first), order, from - begin, to - begin);
  if (first === last) return head;
  // All between them are on the page.
  const middle = sorted(within(first + 1, last - 1), order);
  return [...head, ...middle, ...refsAt(within(last, last), order, 0, to - before(last))];
}

/** Buckets of the products, and how many each has. With plain loops: with callbacks it took five times as long. */
function divide({ refs, least, most }: Part, { keyOf }: KeyOrder) {
  const scale = bucketCount / (most - least);
  const buckets = new Uint16Array(refs.length);
  const counts = new Uint32Array(bucketCount);
  for (let i = 0; i < refs.length; i += 1) {
    const bucket = Math.min(bucketCount - 1, Math.floor((keyOf(refs[i] ?? 0) - least) * scale));
    buckets[i] = bucket;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return { buckets, counts };
}

function sorted({ refs }: Part, { columns, keyOf, isFromLastId }: KeyOrder): number[] {
  const entries = Array.from(refs, (ref) => ({ ref, key: keyOf(ref), id: columns.idOf(ref) }));
  const direction = isFromLastId ? -1 : 1;
  entries.sort((a, b) => a.key - b.key || direction * a.id.compare(b.id));
  return entries.map(({ ref }) => ref);
}

/** Products with the same key, such as a price, are often many: a walk through all finds those with these places. */
function inOrderOfIds(
  { refs }: Part,
  { columns, isFromLastId }: KeyOrder,
  from: number,
  to: number,
): number[] {
  const members = new RefSet(columns.limit);
  for (const ref of refs) members.add(ref);
  const all = columns.byId.refs;
  const taken: number[] = [];
  let place = 0;
  for (let i = 0; i < all.length && taken.length < to - from; i += 1) {
    const ref = all[isFromLastId ? all.length - 1 - i : i] ?? 0;
    if (!members.has(ref)) continue;
    if (place >= from) taken.push(ref);
    place += 1;
  }
  return taken;
}

function bucketAt(counts: Uint32Array, place: number): number {
  let end = 0;
  return counts.findIndex((count) => (end += count) > place);
}

function partOf({ keyOf }: KeyOrder, refs: Uint32Array): Part {
  let [least, most] = [Infinity, -Infinity];
  for (const ref of refs) {
    const key = keyOf(ref);
    least = Math.min(least, key);
    most = Math.max(most, key);
  }
  return { refs, least, most };
}
