import type { FacetProduct } from '../facet-product.ts';
import { Chunk, chunkSize, slotMarks } from './chunk.ts';
import { IdArena } from './id-arena.ts';
import { ProductOrder } from './product-order.ts';
import { sortByKey } from './sort-by-key.ts';
import { ValueCodes } from './value-codes.ts';

/** Highest price of a column. */
const maxPrice = 0x7fffffff;

/**
 * Published products in memory, as columns: some 60 bytes for each. A product has a number, `ref`: its chunk and its first
 * slot there.
 */
export class ProductColumns {
  readonly chunks: Chunk[] = [];
  /** Codes of the lists of categories. */
  readonly places = new ValueCodes();
  readonly ids = new IdArena();
  readonly newest = new ProductOrder((a, b) => this.timeOf(b) - this.timeOf(a) || this.#compareIds(b, a));
  /** Products without a price come last. */
  readonly cheapest = new ProductOrder(
    (a, b) => this.#priceKey(a) - this.#priceKey(b) || this.#compareIds(a, b),
  );
  readonly #byId = new ProductOrder((a, b) => this.#compareIds(a, b));
  readonly #facets = new Map<string, { number: number; codes: ValueCodes }>();
  /** Chunk with room, by the number of its categories. */
  readonly #open = new Map<number, number>();
  #emptySlots = 0;
  /** Numbers of those that `append` has added, and how many they are. */
  #appended = new Uint32Array(0);
  #count = 0;

  /** @param names Facets that are kept. */
  constructor(names: readonly string[]) {
    for (const name of names) this.#facets.set(name, { number: this.#facets.size, codes: new ValueCodes() });
  }

  /** Whether so many slots are empty that reading all anew saves room. */
  get isLoose(): boolean {
    return this.#emptySlots > chunkSize && this.#emptySlots > this.#byId.refs.length / 4;
  }

  facet(name: string): { number: number; codes: ValueCodes } | undefined {
    return this.#facets.get(name);
  }

  /** Numbers of slots are below it. */
  get limit(): number {
    return this.chunks.length * chunkSize;
  }

  /** Fills empty columns, in the order of the ids if possible. `sort` is to be called at the end, and does nothing after it. */
  append(product: FacetProduct): void {
    if (this.#count === this.#appended.length) {
      const grown = new Uint32Array(Math.max(1024, 2 * this.#count));
      grown.set(this.#appended);
      this.#appended = grown;
    }
    this.#appended[this.#count] = this.#add(product);
    this.#count += 1;
  }

  sort(): void {
    if (this.#count === 0) return;
    const refs = this.#appended.slice(0, this.#count);
    this.#appended = new Uint32Array(0);
    this.#count = 0;
    const isInOrder = refs.every((ref, i) => i === 0 || this.#compareIds(refs[i - 1] ?? 0, ref) < 0);
    this.#byId.fill(isInOrder ? refs : refs.sort((a, b) => this.#compareIds(a, b)));
    const latest = refs.reduce((time, ref) => Math.max(time, this.timeOf(ref)), 0);
    this.newest.fill(sortByKey(refs.toReversed(), (ref) => latest - this.timeOf(ref)));
    this.cheapest.fill(sortByKey(refs.slice(), (ref) => this.priceOf(ref) ?? maxPrice + 1));
  }

  /** Puts products in the place of what stands under their ids. Without a product nothing is left there. */
  change(changes: ReadonlyMap<string, FacetProduct | null>): void {
    const before = new Map([...changes.keys()].map((id) => [id, this.find(id)]));
    const orders = [this.#byId, this.newest, this.cheapest];
    const former = [...before.values()].filter((ref) => ref !== null);
    for (const order of orders) order.remove(former);
    const refs = Array.from(changes, ([id, product]) => this.#replace(before.get(id) ?? null, product));
    const present = refs.filter((ref) => ref !== null);
    for (const order of orders) order.insert(present);
  }

  find(id: string): number | null {
    const bytes = Buffer.from(id);
    const place = this.#byId.place((ref) => -this.ids.compareTo(bytes, this.#idAt(ref)));
    const ref = this.#byId.refs[place];
    return ref !== undefined && this.idOf(ref) === id ? ref : null;
  }

  idOf(ref: number): string {
    return this.ids.read(this.#idAt(ref));
  }

  isAvailable(ref: number): boolean {
    return ((this.#chunkOf(ref).marks[slotOf(ref)] ?? 0) & slotMarks.available) !== 0;
  }

  timeOf(ref: number): number {
    return this.#chunkOf(ref).timeAt(slotOf(ref));
  }

  /** Null: without one. */
  priceOf(ref: number): number | null {
    const price = this.#chunkOf(ref).prices[slotOf(ref)] ?? -1;
    return price === -1 ? null : price;
  }

  #replace(ref: number | null, product: FacetProduct | null): number | null {
    if (ref !== null && product !== null && this.#fits(ref, product)) {
      this.#write(ref, product);
      return ref;
    }
    if (ref !== null) this.#empty(ref);
    return product === null ? null : this.#add(product);
  }

  #add(product: FacetProduct): number {
    const place = this.places.codeOf(product.places);
    const count = product.rows.length;
    let number = this.#open.get(place);
    if (number === undefined || (this.chunks[number]?.size ?? 0) + count > chunkSize) {
      if (number !== undefined) this.chunks[number]?.pack();
      number = this.chunks.push(new Chunk(place, number !== undefined)) - 1;
      this.#open.set(place, number);
    }
    const ref = number * chunkSize + this.#chunkOf(number * chunkSize).take(count);
    const at = this.ids.add(product.id);
    const chunk = this.#chunkOf(ref);
    for (let i = 0; i < count; i += 1) chunk.ids[slotOf(ref) + i] = at;
    this.#write(ref, product);
    return ref;
  }

  #write(ref: number, { rows, price, publishedMs, isAvailable }: FacetProduct): void {
    const chunk = this.#chunkOf(ref);
    chunk.hasVariants ||= rows.length > 1;
    for (const [i, row] of rows.entries()) {
      const slot = slotOf(ref) + i;
      chunk.marks[slot] =
        (i === 0 ? slotMarks.first : slotMarks.further) | (isAvailable ? slotMarks.available : 0);
      chunk.setTime(slot, publishedMs);
      chunk.prices[slot] = price ?? -1;
      for (const [name, { number, codes }] of this.#facets)
        chunk.setCode(number, slot, codes.codeOf(row.get(name) ?? []));
    }
  }

  #empty(ref: number): void {
    const count = this.#countSlots(ref);
    this.#chunkOf(ref).marks.fill(0, slotOf(ref), slotOf(ref) + count);
    this.#emptySlots += count;
  }

  #fits(ref: number, { places, rows }: FacetProduct): boolean {
    return this.#chunkOf(ref).place === this.places.codeOf(places) && this.#countSlots(ref) === rows.length;
  }

  #countSlots(ref: number): number {
    const { marks, size } = this.#chunkOf(ref);
    let end = slotOf(ref) + 1;
    while (end < size && ((marks[end] ?? 0) & slotMarks.further) !== 0) end += 1;
    return end - slotOf(ref);
  }

  #compareIds(a: number, b: number): number {
    return this.ids.compare(this.#idAt(a), this.#idAt(b));
  }

  #priceKey(ref: number): number {
    return this.priceOf(ref) ?? Infinity;
  }

  #idAt(ref: number): number {
    return this.#chunkOf(ref).ids[slotOf(ref)] ?? 0;
  }

  #chunkOf(ref: number): Chunk {
    const chunk = this.chunks[Math.floor(ref / chunkSize)];
    if (chunk === undefined) throw new Error(`no chunk has the slot ${ref}`);
    return chunk;
  }
}

function slotOf(ref: number): number {
  return ref % chunkSize;
}
