type Compare = (a: number, b: number) => number;
type Refs = Uint32Array<ArrayBuffer>;

/** Room for products that are added: each of more takes new memory for all. */
const spare = 1024;

/** All products in one order, by the numbers of their first slots. No two are equal in it. */
export class ProductOrder {
  /** A part of `#memory`, in which it is changed: a copy for each written product would be 4 MB of a million. */
  refs: Refs = new Uint32Array(0);
  #memory: Refs = this.refs;
  readonly #compare: Compare;

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  /** Takes all products, in their order. */
  fill(refs: Refs): void {
    this.#memory = refs;
    this.refs = refs;
  }

  /** To be called before the products themselves are changed: they are found by what they are ordered by. */
  remove(refs: readonly number[]): void {
    const places = refs
      .map((ref) => this.place((other) => this.#compare(other, ref)))
      .toSorted((a, b) => a - b);
    let end = places[0] ?? this.refs.length;
    for (const [i, place] of places.entries()) {
      const next = places[i + 1] ?? this.refs.length;
      this.#memory.copyWithin(end, place + 1, next);
      end += next - place - 1;
    }
    this.refs = this.#memory.subarray(0, end);
  }

  /** To be called after the products themselves are there. */
  insert(refs: readonly number[]): void {
    const added = refs.toSorted(this.#compare);
    const places = added.map((ref) => this.place((other) => this.#compare(other, ref)));
    let end = this.refs.length;
    const length = end + added.length;
    if (length > this.#memory.length) {
      this.#memory = new Uint32Array(length + spare);
      this.#memory.set(this.refs);
    }
    for (let i = added.length - 1; i >= 0; i -= 1) {
      const place = places[i] ?? 0;
      this.#memory.copyWithin(place + i + 1, place, end);
      this.#memory[place + i] = added[i] ?? 0;
      end = place;
    }
    this.refs = this.#memory.subarray(0, length);
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
