import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Rest of long work after each of its steps, which took so many ms. */
export type Rest = (stepMs: number) => Promise<void>;

/** Gives waiting work a turn, once. */
export const shortRest: Rest = () => nextTurn();

/**
 * For steps that hold the process, as SQLite's do. A page of results has some twenty turns: with a step in each of them
 * it took 100 ms instead of 15, for as long as the work went on.
 */
export const longRest: Rest = (stepMs) => delay(4 * stepMs);

/** Longest time that this process computes before others have their turn, in ms. */
const maxTurnMs = 5;

/** Long computations wait for it every now and then. The first time others have their turn in any case. */
export function takeTurns(): () => Promise<void> {
  let begunAt = 0;
  return async () => {
    if (performance.now() - begunAt < maxTurnMs) return;
    await nextTurn();
    begunAt = performance.now();
  };
}
