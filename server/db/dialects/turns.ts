/** One after the other, in the order in which they came; nobody waits longer than they said. */
export interface Turns {
  /** False when the turn did not come in that time. Whoever gets it passes it on. */
  take(longestWaitMs: number): Promise<boolean>;
  pass(): void;
}

export function createTurns(): Turns {
  const waiting = new Set<() => void>();
  let isTaken = false;

  return {
    async take(longestWaitMs) {
      if (!isTaken) {
        isTaken = true;
        return true;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const begin = () => resolve(true);
      waiting.add(begin);
      const impatience = setTimeout(() => {
        waiting.delete(begin);
        resolve(false);
      }, longestWaitMs);
      const hasTurn = await promise;
      clearTimeout(impatience);
      return hasTurn;
    },

    pass() {
      const [next] = waiting;
      if (next === undefined) {
        isTaken = false;
      } else {
        waiting.delete(next);
        next();
      }
    },
  };
}
