/** Most slots of a chunk. */
export const chunkSize = 1024;
const firstCapacity = 16;

/** Marks of a slot: a product takes one, or one for each variant, beside each other. 0: nothing stands in it. */
export const slotMarks = { first: 1, further: 2, available: 4 } as const;

type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Products that stand in the same categories: facets that none of them has take no room. */
export class Chunk {
  /** Number of the categories. */
  readonly place: number;
  size = 0;
  /** Whether a product takes several slots. */
  hasVariants = false;
  marks = new Uint8Array(firstCapacity);
  /** Place of the id. */
  ids = new Uint32Array(firstCapacity);
  times = new Float64Array(firstCapacity);
  /** -1: without a price. */
  prices = new Int32Array(firstCapacity);
  /** Numbers of values, by the number of the facet: as narrow as they can be. */
  readonly columns = new Map<number, Codes>();

  constructor(place: number) {
    this.place = place;
  }

  /** Returns the first of some new slots. */
  take(count: number): number {
    const first = this.size;
    this.size += count;
    if (this.size > this.marks.length) this.#grow();
    return first;
  }

  setCode(facet: number, slot: number, code: number): void {
    let column = this.columns.get(facet);
    if (column === undefined) {
      if (code === 0) return;
      column = new Uint8Array(this.marks.length);
      this.columns.set(facet, column);
    }
    if (code > maxOf(column)) {
      column = code > 0xffff ? Uint32Array.from(column) : Uint16Array.from(column);
      this.columns.set(facet, column);
    }
    column[slot] = code;
  }

  #grow(): void {
    const capacity = Math.min(chunkSize, Math.max(this.size, 2 * this.marks.length));
    this.marks = resized(this.marks, new Uint8Array(capacity));
    this.ids = resized(this.ids, new Uint32Array(capacity));
    this.times = resized(this.times, new Float64Array(capacity));
    this.prices = resized(this.prices, new Int32Array(capacity));
    for (const [facet, column] of this.columns) this.columns.set(facet, grown(column, capacity));
  }
}

function maxOf(column: Codes): number {
  return 2 ** (8 * column.BYTES_PER_ELEMENT) - 1;
}

function grown(column: Codes, capacity: number): Codes {
  if (column instanceof Uint8Array) return resized(column, new Uint8Array(capacity));
  if (column instanceof Uint16Array) return resized(column, new Uint16Array(capacity));
  return resized(column, new Uint32Array(capacity));
}

function resized<Values extends Codes | Float64Array | Int32Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
