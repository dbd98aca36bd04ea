import { until } from './until.ts';

/** Published numbers, with the time at which each was acknowledged. */
export interface Publications {
  add(number: number): void;
  count(): number;
  numbers(): number[];
  /** Age of the shown number when the page was requested: time since a newer one was acknowledged, in ms, or 0. */
  ageOf(shown: number, askedAt: number): number;
  /** Resolves when some more were acknowledged. */
  untilMore(): Promise<void>;
}

/** Enough to be taken by both processes. */
const some = 4;
/** A save takes some tens of milliseconds and is tried once a second, and the machine may be busy. */
const someMs = 30_000;

export function createPublications(): Publications {
  const acknowledged: { number: number; at: number }[] = [];
  return {
    add: (number) => void acknowledged.push({ number, at: performance.now() }),
    count: () => acknowledged.length,
    numbers: () => acknowledged.map(({ number }) => number),
    ageOf(shown, askedAt) {
      const newer = acknowledged.find(({ number }) => number > shown);
      return newer === undefined ? 0 : Math.max(0, askedAt - newer.at);
    },
    untilMore() {
      const enough = acknowledged.length + some;
      return until(() => acknowledged.length >= enough, someMs, 'the editor could save no more');
    },
  };
}

/** The number in the title that a page shows; 0: none was published yet. */
export function readNumber(page: string): number {
  return Number(/第(\d+)版/.exec(page)?.[1] ?? 0);
}
