/** A set of numbers below a limit, a bit for each. */
export class RefSet {
  readonly bits: Uint32Array;

  constructor(limit: number) {
    this.bits = new Uint32Array((limit >>> 5) + 1);
  }

  add(ref: number): void {
    const word = ref >>> 5;
    this.bits[word] = (this.bits[word] ?? 0) | (1 << (ref & 31));
  }

  has(ref: number): boolean {
    return (((this.bits[ref >>> 5] ?? 0) >>> (ref & 31)) & 1) === 1;
  }

  /** Its numbers in their order, so many as there are. */
  list(count: number): Uint32Array<ArrayBuffer> {
    const refs = new Uint32Array(count);
    let end = 0;
    for (let word = 0; word < this.bits.length; word += 1)
      for (let left = this.bits[word] ?? 0; left !== 0; left &= left - 1)
        refs[end++] = 32 * word + 31 - Math.clz32(left & -left);
    return refs;
  }
}
