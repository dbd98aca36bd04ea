/** Numbers for the lists of values that products have, so that a column holds one number however many values there are. */
export class ValueCodes {
  /** The values of each number. 0: none. */
  readonly lists: (readonly string[])[] = [[]];
  readonly #codes = new Map<string, number>([['', 0]]);

  codeOf(values: readonly string[]): number {
    const [first = ''] = values;
    // A value has one line.
    const key = values.length > 1 ? `\n${values.join('\n')}` : first;
    const code = this.#codes.get(key);
    if (code !== undefined) return code;
    this.#codes.set(key, this.lists.length);
    return this.lists.push([...values]) - 1;
  }

  /** For each number whether one of its values is among these. */
  havingOneOf(values: readonly string[]): Uint8Array {
    const chosen = new Set(values);
    return Uint8Array.from(this.lists, (list) => (list.some((value) => chosen.has(value)) ? 1 : 0));
  }
}
