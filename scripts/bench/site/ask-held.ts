import path from 'node:path';
import { within } from '#scripts/tools/requests/within.ts';
import type { BenchSite } from './site.ts';

/** Module of a server that is asked by `askHeldMs`. */
export const loopProbe = path.join(import.meta.dirname, 'loop-probe.ts');

/** Longest time in ms for which the server's event loop was held since the last question. */
export function askHeldMs({ process }: BenchSite): Promise<number> {
  const answer = new Promise<number>((resolve) => process.once('message', (ms) => resolve(Number(ms))));
  process.send('held');
  return within(30_000, 'the probe of the event loop', answer);
}
