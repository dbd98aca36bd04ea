/** The time, injected so that tests decide what is due. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as it is stored, such as `2026-11-20T00:00:00.000Z`. */
  nowIso(): string;
}

export const systemClock = createClock(() => Date.now());

export function createClock(now: () => number): Clock {
  return { now, nowIso: () => isoAt(now()) };
}

/** Spells a time as it is stored. */
export function isoAt(ms: number): string {
  return new Date(ms).toISOString();
}
