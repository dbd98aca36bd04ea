const firstTryMs = 100;
/** An attempt that began too early fails after 1.5 s: with this one the news is back 3 s after the network. */
const maxTryMs = 1_000;
const beatMs = 1_000;

/** Timer of the next task for a connection that is kept for as long as the process lives: one task at a time. */
export interface ConnectionTimer {
  readonly isClosed: boolean;
  /** While the connection stands. */
  nextBeat(work: () => Promise<void>): void;
  /** After it was lost or could not be opened: later each time, until it stands again. */
  nextTry(work: () => Promise<void>): void;
  close(): void;
}

export function createConnectionTimer(): ConnectionTimer {
  let isClosed = false;
  let tryMs = firstTryMs;
  let timer: NodeJS.Timeout | undefined;

  function schedule(work: () => Promise<void>, ms: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(work, ms).unref();
  }

  return {
    get isClosed() {
      return isClosed;
    },
    nextBeat(work) {
      tryMs = firstTryMs;
      schedule(work, beatMs);
    },
    nextTry(work) {
      schedule(work, tryMs);
      tryMs = Math.min(tryMs * 2, maxTryMs);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
