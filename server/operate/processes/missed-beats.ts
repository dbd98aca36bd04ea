import type { Child } from './start-child.ts';

/** Message of a child that supports beats. */
export const beats = 'beats';

/** Interval of the beats, and time limit for an answer. */
export const beatMs = 5_000;
/**
 * Most missed beats in a row: a hanging child is noticed 20 to 25 s later. On a machine so busy that a process does not
 * get through one turn of its event loop in that time, no visitor is served anyway.
 */
const maxMissed = 4;
/** This process is as busy as they are: when it is late itself, so may be the answers. */
const maxLateMs = 1_000;

type Beating = Pick<Child, 'ask'>;

export interface MissedBeats<C> {
  /** Asks all of them once. Resolves to those that have been silent for too long. */
  beat(children: readonly C[]): Promise<C[]>;
}

/**
 * Counts missing answers, by a monotonic clock. Time in which the whole machine slept, or a terminal had stopped all
 * processes, does not count.
 */
export function countMissedBeats<C extends Beating = Child>(now = () => performance.now()): MissedBeats<C> {
  const missed = new WeakMap<C, number>();
  return {
    async beat(children) {
      const begunAt = now();
      const answers = await Promise.all(
        children.map((child) =>
          child.ask('beat', beatMs).then(
            () => true,
            () => false,
          ),
        ),
      );
      const isLate = now() - begunAt > beatMs + maxLateMs;
      for (const [index, child] of children.entries()) {
        if (answers[index]) missed.delete(child);
        else if (!isLate) missed.set(child, (missed.get(child) ?? 0) + 1);
      }
      return children.filter((child) => (missed.get(child) ?? 0) >= maxMissed);
    },
  };
}
