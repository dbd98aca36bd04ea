import os from 'node:os';

/** Time of the work below on the machine for which the limits of tests were set, when nothing else runs on it, in ms. */
const referenceMs = 480;

/**
 * Factor by which work takes longer on this machine, now, than on that one; 1 for a faster one. A limit ends a test that
 * hangs. It must not end one that waits for its turn beside other programs. The programs that wait are counted too: a
 * process that has just begun gets more than its share.
 */
export function measureSlowdown(): number {
  const startedAt = performance.now();
  for (let round = 0; round < 40; round += 1) work();
  const measured = (performance.now() - startedAt) / referenceMs;
  const [waiting = 0] = os.loadavg();
  return Math.min(maxSlowdown, Math.max(1, measured, waiting / os.availableParallelism()));
}

/** A test that hangs is still ended in the end. */
const maxSlowdown = 8;

const text = '春茶 2026, '.repeat(40_000);

function work(): string {
  return text.normalize('NFC').replaceAll(/[\p{L}\p{N}]+/gu, (word) => word.toLowerCase());
}
