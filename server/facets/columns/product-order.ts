type Compare = (a: number, b: number) => number;
type Refs = Uint32Array<ArrayBuffer>;

/** Room for products that are added: each of more takes new memory for all. */
const spare = 1024;

/** All products in one order, by the numbers of their first slots. No two are equal in it. */
export class ProductOrder {
  #memory: Refs = new Uint32Array(0);
  #length = 0;
  readonly #compare: Compare;

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  get refs(): Refs {
    return this.#memory.subarray(0, this.#length);
  }

  /** Adds one that comes after all others. */
  append(ref: number): void {
    this.#makeRoom(this.#length + 1);
    this.#memory[this.#length] = ref;
    this.#length += 1;
  }

  /** To be called before the products themselves are changed: they are found by what they are ordered by. */
  remove(refs: readonly number[]): void {
    const places = refs
      .map((ref) => this.place((other) => this.#compare(other, ref)))
      .toSorted((a, b) => a - b);
    let end = places[0] ?? this.#length;
    for (const [i, place] of places.entries()) {
      const next = places[i + 1] ?? this.#length;
      this.#memory.copyWithin(end, place + 1, next);
      end += next - place - 1;
    }
    this.#length = end;
  }

  /** To be called after the products themselves are there. */
  insert(refs: readonly number[]): void {
    const added = refs.toSorted(this.#compare);
    const places = added.map((ref) => this.place((other) => this.#compare(other, ref)));
    let end = this.#length;
    const length = end + added.length;
    this.#makeRoom(length);
    for (let i = added.length - 1; i >= 0; i -= 1) {
      const place = places[i] ?? 0;
      this.#memory.copyWithin(place + i + 1, place, end);
      this.#memory[place + i] = added[i] ?? 0;
      end = place;
    }
    this.#length = length;
  }

  /** Place of the first for which `compare` is not negative. */
  place(compare: (ref: number) => number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#memory[middle] ?? 0) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom(length: number): void {
    if (length <= this.#memory.length) return;
    const grown = new Uint32Array(length + (length >>> 3) + spare);
    grown.set(this.#memory);
    this.#memory = grown;
  }
}
