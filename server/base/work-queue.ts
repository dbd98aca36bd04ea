export interface WorkQueue {
  /** Whether work of this rank would run now or wait, rather than be refused at once. */
  hasRoom(rank: number): boolean;
  /**
   * Runs the work when its turn comes: the lowest rank first, in the order of their arrival within one.
   * Resolves to null when it was not run because too much of a lower or the same rank is waiting.
   */
  run<T>(rank: number, work: () => Promise<T>): Promise<T | null>;
}

interface Waiting {
  rank: number;
  start: () => void;
  giveUp: () => void;
}

/**
 * Runs few tasks at once and lets few wait: a task that would wait longer than `maxWaiting` turns is refused at once.
 */
export function createWorkQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): WorkQueue {
  const waiting: Waiting[] = [];
  let running = 0;

  function startNext(): void {
    while (running < atOnce) {
      const next = waiting.shift();
      if (next === undefined) return;
      running += 1;
      next.start();
    }
  }

  return {
    hasRoom: (rank) => waiting.length < maxWaiting || (waiting.at(-1)?.rank ?? rank) > rank,

    run(rank, work) {
      return new Promise((resolve, reject) => {
        const start = () => {
          work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              startNext();
            });
        };
        const after = waiting.findIndex((other) => other.rank > rank);
        waiting.splice(after === -1 ? waiting.length : after, 0, {
          rank,
          start,
          giveUp: () => resolve(null),
        });
        startNext();
        if (waiting.length > maxWaiting) waiting.pop()?.giveUp();
      });
    },
  };
}
