/** Remaining time of work that can be cut short. */
export interface Timer {
  leftMs(): number;
}

export function startTimer(limitMs: number): Timer {
  const endsAt = performance.now() + limitMs;
  return { leftMs: () => Math.max(0, endsAt - performance.now()) };
}
