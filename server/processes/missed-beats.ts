import type { Child } from './start-child.ts';

/** Message of a child that can be asked for beats. */
export const beats = 'beats';

/** How often a child is asked for a sign of life, and how long it has for the answer. */
export const beatMs = 5_000;
/**
 * So many in a row: whoever hangs is noticed 20 to 25 s later. A machine so busy that a process does not get through one
 * turn of its event loop in that time serves nobody.
 */
const maxMissed = 4;
/** This process is as busy as they are: when it is late itself, so may be the answers. */
const maxLateMs = 1_000;

type Beating = Pick<Child, 'ask'>;

export interface MissedBeats<C> {
  /** Asks all of them once. Resolves to those that have given no answer for too long. */
  beat(children: readonly C[]): Promise<C[]>;
}

/**
 * Counts answers that are missing, by a clock that nobody sets. What the whole machine slept through, or all processes
 * that a terminal has stopped, is nobody's fault.
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
