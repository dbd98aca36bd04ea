import type { FacetProduct } from '../facet-product.ts';
import { Chunk, chunkSize, slotBits, slotMarks } from './chunk.ts';
import { ProductOrder } from './product-order.ts';
import { ValueCodes } from './value-codes.ts';

/**
 * Published products in memory, as columns: some 35 bytes for each. A product has a number, `ref`: its chunk and its first
 * slot there.
 */
export class ProductColumns {
  readonly chunks: Chunk[] = [];
  /** Codes of the lists of categories. */
  readonly places = new ValueCodes();
  /** In the order of their ids, by their bytes. */
  readonly byId = new ProductOrder((a, b) => this.idOf(a).compare(this.idOf(b)));
  /** Limits of what they have, or had: times in ms, and the highest price. */
  readonly limits = { earliest: Infinity, latest: -Infinity, highest: 0 };
  readonly #facets = new Map<string, { number: number; codes: ValueCodes }>();
  /** Chunk with room, by the number of its categories. */
  readonly #open = new Map<number, number>();
  #emptySlots = 0;

  /** @param names Facets that are kept. */
  constructor(names: readonly string[]) {
    for (const name of names) this.#facets.set(name, { number: this.#facets.size, codes: new ValueCodes() });
  }

  /** Whether so many slots are empty that reading all anew saves room. */
  get isLoose(): boolean {
    return this.#emptySlots > chunkSize && this.#emptySlots > this.byId.refs.length / 4;
  }

  facet(name: string): { number: number; codes: ValueCodes } | undefined {
    return this.#facets.get(name);
  }

  /** Numbers of slots are below it. */
  get limit(): number {
    return this.chunks.length * chunkSize;
  }

  /** Adds a product whose id comes after all others, as both databases order ids. */
  append(product: FacetProduct): void {
    this.byId.append(this.#add(product));
  }

  /** Puts products in the place of what stands under their ids. Without a product nothing is left there. */
  change(changes: ReadonlyMap<string, FacetProduct | null>): void {
    const former: number[] = [];
    const added: FacetProduct[] = [];
    for (const [id, product] of changes) {
      const ref = this.find(id);
      if (ref !== null && product !== null && this.#fits(ref, product)) this.#write(ref, product);
      else {
        if (ref !== null) former.push(ref);
        if (product !== null) added.push(product);
      }
    }
    this.byId.remove(former);
    for (const ref of former) this.#empty(ref);
    this.byId.insert(added.map((product) => this.#add(product)));
  }

  find(id: string): number | null {
    const bytes = Buffer.from(id);
    const place = this.byId.place((ref) => this.idOf(ref).compare(bytes));
    const ref = this.byId.refs[place];
    return ref !== undefined && this.idOf(ref).equals(bytes) ? ref : null;
  }

  /** In bytes, by which ids are ordered. */
  idOf(ref: number): Buffer {
    return this.#chunkOf(ref).ids.read(slotOf(ref));
  }

  isAvailable(ref: number): boolean {
    return ((this.#chunkOf(ref).marks[slotOf(ref)] ?? 0) & slotMarks.available) !== 0;
  }

  timeOf(ref: number): number {
    return this.#chunkOf(ref).timeAt(slotOf(ref));
  }

  /** Null: without one. */
  priceOf(ref: number): number | null {
    return this.#chunkOf(ref).priceAt(slotOf(ref));
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
    const ref = number * chunkSize + this.#chunkOf(number * chunkSize).take(product.id, count);
    this.#write(ref, product);
    return ref;
  }

  #write(ref: number, { rows, price, publishedMs, isAvailable }: FacetProduct): void {
    const chunk = this.#chunkOf(ref);
    const { limits } = this;
    limits.earliest = Math.min(limits.earliest, publishedMs);
    limits.latest = Math.max(limits.latest, publishedMs);
    limits.highest = Math.max(limits.highest, price ?? 0);
    chunk.hasVariants ||= rows.length > 1;
    for (const [i, row] of rows.entries()) {
      const slot = slotOf(ref) + i;
      chunk.marks[slot] =
        (i === 0 ? slotMarks.first : slotMarks.further) | (isAvailable ? slotMarks.available : 0);
      chunk.setTime(slot, publishedMs);
      chunk.setPrice(slot, price);
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

  #chunkOf(ref: number): Chunk {
    const chunk = this.chunks[ref >>> slotBits];
    if (chunk === undefined) throw new Error(`no chunk has the slot ${ref}`);
    return chunk;
  }
}

function slotOf(ref: number): number {
  return ref % chunkSize;
}
