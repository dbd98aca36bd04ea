import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    slowdown: number;
  }
}

/** A limit of a wait, in ms: longer on a busy machine, as the limits of tests are. It ends what hangs, and says what. */
export function limitMs(quietMs: number): number {
  return Math.round(quietMs * inject('slowdown'));
}
