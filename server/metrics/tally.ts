/** How often something took how long: cheaper to note than a histogram with labels, which is made of it when somebody asks. */
export interface Tally {
  /** In seconds, ascending. */
  readonly bounds: readonly number[];
  /** One for each bound, of what took no longer than it and longer than the one before; the last of all that took longer. */
  readonly counts: number[];
  /** In seconds. */
  sum: number;
}

export function createTally(bounds: readonly number[]): Tally {
  return { bounds, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 };
}

export function note(tally: Tally, ms: number): void {
  const { bounds, counts } = tally;
  const seconds = ms / 1000;
  let place = 0;
  while (place < bounds.length && seconds > (bounds[place] ?? 0)) place += 1;
  counts[place] = (counts[place] ?? 0) + 1;
  tally.sum += seconds;
}
