/** A whole number from 0, below the limit. */
export type Random = (limit: number) => number;

/** Numbers that look random, and are the same in each run. */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
