import { secondMs } from '#server/base/durations.ts';

/** Most slots of a chunk. */
export const chunkSize = 1024;
/** Room of the first chunk of some categories, which grows with it. */
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
  marks: Uint8Array<ArrayBuffer>;
  /** Place of the id. */
  ids: Uint32Array<ArrayBuffer>;
  /** -1: without a price. */
  prices: Int32Array<ArrayBuffer>;
  /** Numbers of values, by the number of the facet: as narrow as they can be. */
  readonly columns = new Map<number, Codes>();

  /** Whole seconds where all are such, else milliseconds. */
  #times: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

  /** @param isFurther Whether there is a full one of the same categories: then it has room for all slots at once. */
  constructor(place: number, isFurther = false) {
    const capacity = isFurther ? chunkSize : firstCapacity;
    this.place = place;
    this.marks = new Uint8Array(capacity);
    this.ids = new Uint32Array(capacity);
    this.prices = new Int32Array(capacity);
    this.#times = new Uint32Array(capacity);
  }

  /** In ms. */
  timeAt(slot: number): number {
    const time = this.#times[slot] ?? 0;
    return this.#times instanceof Uint32Array ? time * secondMs : time;
  }

  setTime(slot: number, ms: number): void {
    if (this.#times instanceof Uint32Array && !isWholeSecond(ms))
      this.#times = Float64Array.from(this.#times, (seconds) => seconds * secondMs);
    this.#times[slot] = this.#times instanceof Uint32Array ? ms / secondMs : ms;
  }

  /** Returns the first of some new slots. */
  take(count: number): number {
    const first = this.size;
    this.size += count;
    if (this.size > this.marks.length)
      this.#moveTo(Math.min(chunkSize, Math.max(this.size, 2 * this.marks.length)));
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

  /** To be called when it is full: columns that became wider are moved beside the others. */
  pack(): void {
    this.#moveTo(this.marks.length);
  }

  /** Moves all arrays into one piece of memory: those of a million products took 6 MB beside their values. */
  #moveTo(capacity: number): void {
    // An array begins at a multiple of the width of its numbers, so the widest are first.
    const columns = [...this.columns].toSorted(([, a], [, b]) => b.BYTES_PER_ELEMENT - a.BYTES_PER_ELEMENT);
    const arrays = [this.#times, this.ids, this.prices, this.marks, ...this.columns.values()];
    const piece = new Piece(arrays, capacity);
    this.#times =
      this.#times instanceof Uint32Array
        ? piece.take(this.#times, (...place) => new Uint32Array(...place))
        : piece.take(this.#times, (...place) => new Float64Array(...place));
    this.ids = piece.take(this.ids, (...place) => new Uint32Array(...place));
    this.prices = piece.take(this.prices, (...place) => new Int32Array(...place));
    for (const [facet, column] of columns) this.columns.set(facet, takeCodes(piece, column));
    this.marks = piece.take(this.marks, (...place) => new Uint8Array(...place));
  }
}

type Numbers = Codes | Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** Memory of several arrays with room for the same number of values. */
class Piece {
  readonly #memory: ArrayBuffer;
  readonly #capacity: number;
  #end = 0;

  constructor(arrays: readonly Numbers[], capacity: number) {
    this.#memory = new ArrayBuffer(
      arrays.reduce((bytes, array) => bytes + capacity * array.BYTES_PER_ELEMENT, 0),
    );
    this.#capacity = capacity;
  }

  take<Values extends Numbers>(
    from: Values,
    make: (memory: ArrayBuffer, begin: number, length: number) => Values,
  ): Values {
    const to = make(this.#memory, this.#end, this.#capacity);
    to.set(from);
    this.#end += to.byteLength;
    return to;
  }
}

function takeCodes(piece: Piece, column: Codes): Codes {
  if (column instanceof Uint8Array) return piece.take(column, (...place) => new Uint8Array(...place));
  if (column instanceof Uint16Array) return piece.take(column, (...place) => new Uint16Array(...place));
  return piece.take(column, (...place) => new Uint32Array(...place));
}

function isWholeSecond(ms: number): boolean {
  return ms >= 0 && ms % secondMs === 0 && ms / secondMs <= 0xffffffff;
}

function maxOf(column: Codes): number {
  return 2 ** (8 * column.BYTES_PER_ELEMENT) - 1;
}
