type Compare = (a: number, b: number) => number;
type Refs = Uint32Array<ArrayBuffer>;

/** All products in one order, by the numbers of their first slots. No two are equal in it. */
export class ProductOrder {
  refs: Refs = new Uint32Array(0);
  readonly #compare: Compare;

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  /** Takes new ones that come in their order, or in any. */
  fill(refs: Refs): void {
    const isSorted = refs.every((ref, i) => i === 0 || this.#compare(refs[i - 1] ?? 0, ref) < 0);
    this.refs = isSorted ? refs : refs.sort(this.#compare);
  }

  /** To be called before the products themselves are changed: they are found by what they are ordered by. */
  remove(refs: readonly number[]): void {
    const places = refs.map((ref) => this.place((other) => this.#compare(other, ref)));
    const rest = new Uint32Array(this.refs.length - places.length);
    let [from, to] = [0, 0];
    for (const place of [...places.toSorted((a, b) => a - b), this.refs.length]) {
      const part = this.refs.subarray(from, place);
      rest.set(part, to);
      to += part.length;
      from = place + 1;
    }
    this.refs = rest;
  }

  /** To be called after the products themselves are there. */
  insert(refs: readonly number[]): void {
    const added = Uint32Array.from(refs).sort(this.#compare);
    const all = new Uint32Array(this.refs.length + added.length);
    let from = 0;
    for (const [before, ref] of added.entries()) {
      const to = this.place((other) => this.#compare(other, ref));
      all.set(this.refs.subarray(from, to), from + before);
      all[to + before] = ref;
      from = to;
    }
    all.set(this.refs.subarray(from), from + added.length);
    this.refs = all;
  }

  /** Place of the first for which `compare` is not negative. */
  place(compare: (ref: number) => number): number {
    let [low, high] = [0, this.refs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.refs[middle] ?? 0) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
