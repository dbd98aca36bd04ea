import { answerParent, hasParent } from './answer-parent.ts';

/** Work for a single process per machine, however many serve from it, such as making pictures. */
export interface MachineWork {
  /** Whether this process is the one that does it now. */
  isMine(): boolean;
  /** Resolves when it becomes this process's, at once if it is. */
  whenMine(): Promise<void>;
  /** Leaves it to others. */
  give(): void;
}

/** It is a single process's from its beginning, and of several that one's which their parent names. */
export function createMachineWork(): MachineWork {
  let isMine = !hasParent;
  const named = Promise.withResolvers<void>();
  if (isMine) named.resolve();
  answerParent('do the work of the machine', () => {
    isMine = true;
    named.resolve();
  });
  return {
    isMine: () => isMine,
    whenMine: () => named.promise,
    give() {
      isMine = false;
    },
  };
}
