type Numbers = Uint32Array<ArrayBuffer>;

const digits = 0x10000;

/**
 * Sorts by a whole number of each, from 0 on, and leaves those with equal ones as they stand. It goes by one digit after
 * the other, and uses the given memory.
 */
export function sortByKey(numbers: Numbers, keyOf: (number: number) => number): Numbers {
  let maxKey = 0;
  for (const number of numbers) maxKey = Math.max(maxKey, keyOf(number));
  let [from, to]: [Numbers, Numbers] = [numbers, new Uint32Array(numbers.length)];
  for (let unit = 1; unit <= maxKey; unit *= digits) {
    const digitOf = (number: number) => Math.floor(keyOf(number) / unit) % digits;
    const places = new Uint32Array(digits + 1);
    for (const number of from) {
      const after = digitOf(number) + 1;
      places[after] = (places[after] ?? 0) + 1;
    }
    for (let digit = 0; digit < digits; digit += 1)
      places[digit + 1] = (places[digit + 1] ?? 0) + (places[digit] ?? 0);
    for (const number of from) {
      const digit = digitOf(number);
      const place = places[digit] ?? 0;
      places[digit] = place + 1;
      to[place] = number;
    }
    [from, to] = [to, from];
  }
  return from;
}
