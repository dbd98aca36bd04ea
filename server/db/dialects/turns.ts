/** A queue in order of arrival; each waits at most its own time. */
export interface Turns {
  /** False when the turn did not come in that time. The holder of a turn must pass it on. */
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
