const lengthBytes = 2;
const pageBytes = 0x10000;

/**
 * Ids as bytes, in pages of memory: one piece would be copied whenever it grows. A million strings would take 40 MB, and
 * as many again to find them.
 */
export class IdArena {
  readonly #pages: Buffer[] = [];
  /** End of the last page's ids. */
  #end = pageBytes;

  /** Returns the place of the id. */
  add(id: string): number {
    const length = Buffer.byteLength(id);
    if (this.#end + lengthBytes + length > pageBytes) {
      this.#pages.push(Buffer.alloc(Math.max(pageBytes, lengthBytes + length)));
      this.#end = 0;
    }
    const at = (this.#pages.length - 1) * pageBytes + this.#end;
    const page = this.#pageOf(at);
    page.writeUInt16LE(length, this.#end);
    page.write(id, this.#end + lengthBytes);
    this.#end += lengthBytes + length;
    return at;
  }

  read(at: number): string {
    const page = this.#pageOf(at);
    return page.toString('utf8', beginOf(at), endOf(page, at));
  }

  /** By their bytes, as both databases order ids. */
  compare(a: number, b: number): number {
    const [pageOfA, pageOfB] = [this.#pageOf(a), this.#pageOf(b)];
    return pageOfA.compare(pageOfB, beginOf(b), endOf(pageOfB, b), beginOf(a), endOf(pageOfA, a));
  }

  compareTo(id: Buffer, b: number): number {
    const page = this.#pageOf(b);
    return id.compare(page, beginOf(b), endOf(page, b));
  }

  #pageOf(at: number): Buffer {
    const page = this.#pages[Math.floor(at / pageBytes)];
    if (page === undefined) throw new Error(`no page has the place ${at}`);
    return page;
  }
}

function beginOf(at: number): number {
  return (at % pageBytes) + lengthBytes;
}

function endOf(page: Buffer, at: number): number {
  return beginOf(at) + page.readUInt16LE(at % pageBytes);
}
