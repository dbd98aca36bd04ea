/** One after the other, in the order in which they came; nobody waits longer than they said. */
export interface Turns {
  /** False when the turn did not come in that time. Whoever gets it passes it on. */
  begin(maxWaitMs: number): Promise<boolean>;
  pass(): void;
}

export function createTurns(): Turns {
  const waiting = new Set<() => void>();
  let isTaken = false;

  return {
    async begin(maxWaitMs) {
      if (!isTaken) {
        isTaken = true;
        return true;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const onTurn = () => resolve(true);
      waiting.add(onTurn);
      const impatience = setTimeout(() => {
        waiting.delete(onTurn);
        resolve(false);
      }, maxWaitMs);
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
