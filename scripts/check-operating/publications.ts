/** What was published, and when that was acknowledged. */
export interface Publications {
  add(number: number): void;
  count(): number;
  /** How old what shows this number was when it was asked for: since when a newer one was acknowledged, in ms, or 0. */
  ageOf(shown: number, askedAt: number): number;
}

export function createPublications(): Publications {
  const acknowledged: { number: number; at: number }[] = [];
  return {
    add: (number) => void acknowledged.push({ number, at: performance.now() }),
    count: () => acknowledged.length,
    ageOf(shown, askedAt) {
      const newer = acknowledged.find(({ number }) => number > shown);
      return newer === undefined ? 0 : Math.max(0, askedAt - newer.at);
    },
  };
}

/** The number in the title that a page shows; 0: none was published yet. */
export function readNumber(page: string): number {
  return Number(/第(\d+)版/.exec(page)?.[1] ?? 0);
}
