import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** What long work does after each of its steps, which took so many ms. */
export type Rest = (stepMs: number) => Promise<void>;

/** Whatever waits has its turn, once. */
export const shortRest: Rest = () => nextTurn();

/**
 * Where steps hold the process, as SQLite's do. A page of results has some twenty turns: with a step in each of them it
 * took 100 ms instead of 15, for as long as the work went on.
 */
export const longRest: Rest = (stepMs) => delay(4 * stepMs);

/** How long this process computes before others have their turn. */
const maxTurnMs = 5;

/** To be waited for every now and then by whatever computes for long. The first time others have their turn in any case. */
export function takeTurns(): () => Promise<void> {
  let begunAt = 0;
  return async () => {
    if (performance.now() - begunAt < maxTurnMs) return;
    await nextTurn();
    begunAt = performance.now();
  };
}
