/** Numbers for the lists of values that products have, so that a column holds one number however many values there are. */
export class ValueCodes {
  /** The values of each number. 0: none. */
  readonly lists: (readonly string[])[] = [[]];
  readonly #codes = new Map<string, number>([['', 0]]);

  codeOf(values: readonly string[]): number {
    if (values.length === 0) return 0;
    // A value has one line.
    const key = `\n${values.join('\n')}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.lists.length;
    this.lists.push([...values]);
    this.#codes.set(key, code);
    return code;
  }

  /** For each number whether one of its values is among these. */
  havingOneOf(values: readonly string[]): Uint8Array {
    const chosen = new Set(values);
    return Uint8Array.from(this.lists, (list) => (list.some((value) => chosen.has(value)) ? 1 : 0));
  }
}
