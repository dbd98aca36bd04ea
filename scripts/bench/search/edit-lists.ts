import { monitorEventLoopDelay } from 'node:perf_hooks';
import { listEntries } from '#server/features/editing/lists/list-entries.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Figure } from '../figures.ts';
import { quantile } from '../statistics.ts';
import { createTexts, type BenchKind } from './corpus.ts';
import { queryClasses } from './queries.ts';

const queriesOfClass = 20;

/** Times of searches in the editors' list of all products, in any state. */
export async function measureEditLists(db: Database, sizes: Record<BenchKind, number>): Promise<Figure[]> {
  const classes = { ...queryClasses(createTexts(4)), id: () => 'p12' };
  const times: number[] = [];
  const now = new Date().toISOString();
  // The first one makes the tables by which texts are folded, as the first search of a process does.
  await listEntries(db.read, 'products', { search: '茶', state: null, after: null, now });
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  for (const query of Object.values(classes)) {
    for (let i = 0; i < queriesOfClass; i += 1) {
      const startedAt = performance.now();
      await listEntries(db.read, 'products', { search: query(), state: null, after: null, now });
      times.push(performance.now() - startedAt);
    }
  }
  delays.disable();
  const name = `search, ${db.engine}, ${sizes.products} products: list of an editor`;
  return [
    {
      name: `${name}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      target: { below: 200 },
      note: `half within ${quantile(times, 0.5).toFixed(1)} ms, the longest ${Math.max(...times).toFixed(0)} ms`,
    },
    { name: `${name}, event loop held`, value: delays.max / 1e6, unit: 'ms', target: { below: 50 } },
  ];
}
