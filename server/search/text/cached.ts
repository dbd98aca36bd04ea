/** A test of single characters whose answers are kept: a pattern takes ten times as long as a look into a table. */
export function cachedTest(pattern: RegExp): (code: number) => boolean {
  const [unknown, yes, no] = [0, 1, 2];
  const answers = new Uint8Array(0x11_0000);
  return (code) => {
    if (answers[code] === unknown) answers[code] = pattern.test(String.fromCodePoint(code)) ? yes : no;
    return answers[code] === yes;
  };
}

/** A function of short texts whose results are kept, of at most 70,000 texts: all characters of a plane, in 8 MB. */
export function cachedResults(make: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    if (text.length > maxLength) return make(text);
    let result = results.get(text);
    if (result === undefined) {
      if (results.size === maxResults) results.clear();
      results.set(text, (result = make(text)));
    }
    return result;
  };
}

const maxLength = 8;
const maxResults = 70_000;
