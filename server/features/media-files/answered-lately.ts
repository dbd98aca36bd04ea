import type { Clock } from '#server/base/clock.ts';
import type { Log } from '#server/base/log.ts';

/** Whether a store answers: while it does not, visitors get the error at once, and it is tried only now and then. */
export interface AnsweredLately {
  mayAsk(): boolean;
  answered(): void;
  failed(error: unknown): void;
}

/** For how long one request that waits stands for all others. */
const pauseMs = 3_000;

export function watchAnswers(place: string, { clock, log }: { clock: Clock; log: Log }): AnsweredLately {
  /** Null: all is well. */
  let nextMs: number | null = null;
  return {
    mayAsk() {
      if (nextMs === null) return true;
      if (clock.elapsed() < nextMs) return false;
      nextMs = clock.elapsed() + pauseMs;
      return true;
    },
    answered() {
      if (nextMs !== null) log.info({ place }, 'the media store answers again');
      nextMs = null;
    },
    failed(error) {
      if (nextMs === null) log.error({ err: error }, 'files of pictures are answered with 502');
      nextMs = clock.elapsed() + pauseMs;
    },
  };
}
