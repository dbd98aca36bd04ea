const lengthBytes = 2;
/** Growth step: twice as much would be 20 MB too many for a million ids. */
const growth = 1.2;

/** Ids as bytes in one piece of memory. A million strings would take 40 MB, and as many again to find them. */
export class IdArena {
  #bytes = Buffer.alloc(1024);
  #end = 0;

  /** Returns the place of the id. */
  add(id: string): number {
    const length = Buffer.byteLength(id);
    const needed = this.#end + lengthBytes + length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.alloc(Math.ceil(needed * growth));
      this.#bytes.copy(grown, 0, 0, this.#end);
      this.#bytes = grown;
    }
    const at = this.#end;
    this.#bytes.writeUInt16LE(length, at);
    this.#bytes.write(id, at + lengthBytes);
    this.#end = needed;
    return at;
  }

  read(at: number): string {
    const begin = at + lengthBytes;
    return this.#bytes.toString('utf8', begin, begin + this.#bytes.readUInt16LE(at));
  }

  /** By their bytes, as both databases order ids. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes;
    const [beginOfA, beginOfB] = [a + lengthBytes, b + lengthBytes];
    const [endOfA, endOfB] = [beginOfA + bytes.readUInt16LE(a), beginOfB + bytes.readUInt16LE(b)];
    return bytes.compare(bytes, beginOfB, endOfB, beginOfA, endOfA);
  }

  compareTo(id: Buffer, b: number): number {
    const begin = b + lengthBytes;
    return id.compare(this.#bytes, begin, begin + this.#bytes.readUInt16LE(b));
  }
}
