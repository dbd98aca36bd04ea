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
}
