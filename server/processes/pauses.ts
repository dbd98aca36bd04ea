/**
 * How long to wait before a process is started in the place of one that ended. What never gets ready takes a processor
 * for nothing each time. One that served and ended soon is missed by visitors.
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
