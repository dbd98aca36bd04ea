/** Durations by range: cheaper to record than a histogram with labels, which is made of it on request. */
export interface Tally {
  /** In seconds, ascending. */
  readonly bounds: readonly number[];
  /** Number of durations up to each bound and above the one before; the last is for all longer ones. */
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
