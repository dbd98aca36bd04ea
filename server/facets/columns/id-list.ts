/** Ids from one that is whole to the next. */
const wholeEvery = 16;
/** Most bytes that an id takes over from the one before, and that one byte of a length adds. */
const maxByte = 255;

/** Bytes of the id that was read last: with memory of its own for each, reading a million took a second longer. */
let scratch = Buffer.alloc(256);

/**
 * Ids as bytes, each without what it begins like the one before it; every sixteenth is whole. In the order of their
 * bytes a million take 5 MB, which are 13 MB in full and 40 MB as strings.
 */
export class IdList {
  #bytes = new Uint8Array(64);
  #end = 0;
  #count = 0;
  /** Places of those that are whole. */
  #wholes = new Uint32Array(16);

  add(id: string): void {
    const bytes = Buffer.from(id);
    const isWhole = this.#count % wholeEvery === 0;
    if (isWhole) this.#noteWhole();
    const most = isWhole ? 0 : Math.min(maxByte, this.#decode(this.#count - 1));
    let shared = 0;
    while (shared < most && bytes[shared] === scratch[shared]) shared += 1;
    const length = bytes.length - shared;
    this.#makeRoom(2 + Math.floor(length / maxByte) + length);
    this.#bytes[this.#end++] = shared;
    // The length is their sum; the last one is not the highest.
    for (let left = length; left >= 0; left -= maxByte) this.#bytes[this.#end++] = Math.min(left, maxByte);
    this.#bytes.set(bytes.subarray(shared), this.#end);
    this.#end += length;
    this.#count += 1;
  }

  /** Bytes of the id that was added as the nth, from 0. */
  read(place: number): Buffer {
    return Buffer.from(scratch.subarray(0, this.#decode(place)));
  }

  /** To be called when no more are added. */
  pack(): void {
    this.#bytes = this.#bytes.slice(0, this.#end);
    this.#wholes = this.#wholes.slice(0, Math.ceil(this.#count / wholeEvery));
  }

  /** Writes the id into `scratch`, and returns its length. */
  #decode(place: number): number {
    const bytes = this.#bytes;
    let at = this.#wholes[Math.floor(place / wholeEvery)] ?? 0;
    let end = 0;
    for (let left = place % wholeEvery; left >= 0; left -= 1) {
      end = bytes[at++] ?? 0;
      let length = 0;
      for (let byte = maxByte; byte === maxByte; length += byte) byte = bytes[at++] ?? 0;
      if (end + length > scratch.length) scratch = Buffer.concat([scratch, Buffer.alloc(end + length)]);
      for (const to = end + length; end < to; end += 1) scratch[end] = bytes[at++] ?? 0;
    }
    return end;
  }

  #noteWhole(): void {
    const place = this.#count / wholeEvery;
    if (place === this.#wholes.length) {
      const grown = new Uint32Array(2 * place + 1);
      grown.set(this.#wholes);
      this.#wholes = grown;
    }
    this.#wholes[place] = this.#end;
  }

  #makeRoom(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#end + length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
