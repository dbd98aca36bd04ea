import { secondMs } from '#server/base/durations.ts';
import { IdList } from './id-list.ts';

/** Bits of the number of a slot. */
export const slotBits = 12;
/** Most slots of a chunk. */
export const chunkSize = 2 ** slotBits;
/** Room of a new chunk, which grows with it: of the first one of some categories, and of each further one. */
const firstCapacity = 16;
const furtherCapacity = 1024;

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
  /** Each price and 1; 0: without one. As narrow as they can be, like all numbers. */
  prices: Codes;
  /** Numbers of values, by the number of the facet. */
  readonly columns = new Map<number, Codes>();
  /** An id for each slot. */
  readonly ids = new IdList();

  #times: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;
  /** Unit of the times, in ms: whole seconds where all are such. */
  #unitMs: 1 | typeof secondMs = secondMs;

  /** @param isFurther Whether there is a full one of the same categories. */
  constructor(place: number, isFurther = false) {
    const capacity = isFurther ? furtherCapacity : firstCapacity;
    this.place = place;
    this.marks = new Uint8Array(capacity);
    this.prices = new Uint8Array(capacity);
    this.#times = new Uint32Array(capacity);
  }

  /** In ms. */
  timeAt(slot: number): number {
    return (this.#times[slot] ?? 0) * this.#unitMs;
  }

  setTime(slot: number, ms: number): void {
    if (this.#unitMs === secondMs && !isWholeSecond(ms)) {
      this.#times = Float64Array.from(this.#times, (seconds) => seconds * secondMs);
      this.#unitMs = 1;
    }
    this.#times[slot] = ms / this.#unitMs;
  }

  /** Returns the first of some new slots for a product. */
  take(id: string, count: number): number {
    const first = this.size;
    this.size += count;
    for (let slot = first; slot < this.size; slot += 1) this.ids.add(id);
    if (this.size > this.marks.length)
      this.#moveTo(Math.min(chunkSize, Math.max(this.size, 2 * this.marks.length)));
    return first;
  }

  /** Null: without one. */
  priceAt(slot: number): number | null {
    const price = this.prices[slot] ?? 0;
    return price === 0 ? null : price - 1;
  }

  setPrice(slot: number, price: number | null): void {
    const code = price === null ? 0 : price + 1;
    this.prices = withRoomFor(this.prices, code);
    this.prices[slot] = code;
  }

  setCode(facet: number, slot: number, code: number): void {
    const column = this.columns.get(facet);
    // Most facets are those of other categories.
    if (column === undefined && code === 0) return;
    const wide = withRoomFor(column ?? new Uint8Array(this.marks.length), code);
    if (wide !== column) this.columns.set(facet, wide);
    wide[slot] = code;
  }

  /** To be called when it is full: columns that became wider are moved beside the others. */
  pack(): void {
    this.#moveTo(this.marks.length);
    this.ids.pack();
  }

  /** Moves all arrays into one piece of memory: those of a million products took 6 MB beside their values. */
  #moveTo(capacity: number): void {
    // An array begins at a multiple of the width of its numbers, so the widest are first.
    const columns = [...this.columns, [priceColumn, this.prices] as const].toSorted(
      ([, a], [, b]) => b.BYTES_PER_ELEMENT - a.BYTES_PER_ELEMENT,
    );
    const arrays = [this.#times, this.marks, ...columns.map(([, column]) => column)];
    const piece = new Piece(arrays, capacity);
    this.#times =
      this.#times instanceof Uint32Array
        ? piece.take(this.#times, (...place) => new Uint32Array(...place))
        : piece.take(this.#times, (...place) => new Float64Array(...place));
    for (const [facet, column] of columns) {
      const moved = takeCodes(piece, column);
      if (facet === priceColumn) this.prices = moved;
      else this.columns.set(facet, moved);
    }
    this.marks = piece.take(this.marks, (...place) => new Uint8Array(...place));
  }
}

/** Stands for the prices among the numbers of facets. */
const priceColumn = -1;

type Numbers = Codes | Float64Array<ArrayBuffer>;

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

function withRoomFor(column: Codes, code: number): Codes {
  const { BYTES_PER_ELEMENT: width } = column;
  if (code <= 0xff || width > 2 || (code <= 0xffff && width > 1)) return column;
  return code > 0xffff ? Uint32Array.from(column) : Uint16Array.from(column);
}
