/**
 * Pause before the replacement of an ended process starts. A program that never gets ready wastes a processor each
 * time. Visitors miss one that served and ended soon.
 */
export function pauseAfter(endsInRow: number, kind: 'served' | 'never ready'): number {
  if (endsInRow === 0) return 0;
  const { firstMs, maxMs } = pauses[kind];
  return Math.min(firstMs * 2 ** (endsInRow - 1), maxMs);
}

const pauses = {
  served: { firstMs: 125, maxMs: 1_000 },
  'never ready': { firstMs: 500, maxMs: 30_000 },
};
