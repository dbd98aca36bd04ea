import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './build/folders.ts';
import { measureCatalogue } from './bench/catalogue.ts';
import { measureColdList } from './bench/cold-list.ts';
import { printTable, verdictOf, type Figure } from './bench/figures.ts';
import { measurePlans } from './bench/editing/plans.ts';
import { measureImport } from './bench/import.ts';
import { describeMachine } from './bench/site/machine.ts';
import { measureInBrowser } from './bench/visitors/in-browser.ts';
import { measureMemory } from './bench/memory.ts';
import { killPrograms, runProgram } from './tools/servers/programs.ts';
import { measureSales } from './bench/sales.ts';
import { measureSeen } from './bench/seen.ts';
import { measureSearch } from './bench/search.ts';
import { measureSearchOrder } from './bench/search/search-order.ts';
import { measureSizes } from './bench/sizes.ts';
import { measureStart } from './bench/start-time.ts';
import { measureStoreMemory } from './bench/store-memory.ts';
import { measureUploads } from './bench/uploads.ts';
import { measureWarmPages } from './bench/visitors/warm-pages.ts';
import { measureTyping } from './bench/visitors/typing.ts';
import { within } from './tools/requests/within.ts';
import { isBuilt, stampSources } from './build/source-stamp.ts';

// `npm run bench [-- NAME…]`: measures the named parts, or all of them, and prints each figure beside its target.

const minute = 60_000;
const parts: Record<string, { limitMs: number; measure: () => Promise<Figure[]> }> = {
  start: { limitMs: 2 * minute, measure: measureStart },
  sizes: { limitMs: 3 * minute, measure: measureSizes },
  cold: { limitMs: 5 * minute, measure: measureColdList },
  warm: { limitMs: 8 * minute, measure: measureWarmPages },
  browser: { limitMs: 5 * minute, measure: measureInBrowser },
  typing: { limitMs: 5 * minute, measure: measureTyping },
  search: { limitMs: 240 * minute, measure: measureSearch },
  'search-order': { limitMs: 15 * minute, measure: measureSearchOrder },
  catalogue: { limitMs: 60 * minute, measure: measureCatalogue },
  import: { limitMs: 5 * minute, measure: measureImport },
  sales: { limitMs: 10 * minute, measure: measureSales },
  uploads: { limitMs: 10 * minute, measure: measureUploads },
  seen: { limitMs: 20 * minute, measure: measureSeen },
  plans: { limitMs: 5 * minute, measure: measurePlans },
  memory: {
    limitMs: 15 * minute,
    measure: async () => [...(await measureMemory()), ...(await measureStoreMemory())],
  },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `There is no part named ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

// Builds first if the build is older than the sources.
if (!isBuilt(stampSources())) await runProgram('npm', ['--silent', 'run', 'build'], { limitMs: 2 * minute });

const { cores, load } = describeMachine();
const isBusy = (load[0] ?? 0) > cores;
const figures: Figure[] = [];
for (const [name, { limitMs, measure }] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`Measuring ${name} …`);
  const work = measure();
  try {
    const measured = await within(limitMs, name, work);
    figures.push(...measured);
    // At once: a later part may fail.
    printTable(measured);
  } catch (error) {
    // The other parts are still worth having.
    console.error(`${name} could not be measured:`, error);
    killPrograms();
    // Time to notice, and to clear away its files.
    await Promise.race([work.catch(() => {}), delay(10_000)]);
    process.exitCode = 1;
  }
}

if (isBusy)
  console.log(
    `\nThe machine was busy with something else: a load of ${load[0]?.toFixed(1)} on ${cores} cores.`,
  );
const file = path.join(root, 'bench', `${new Date().toISOString().replaceAll(':', '-')}.json`);
mkdirSync(path.dirname(file), { recursive: true });
const results = figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) }));
writeFileSync(file, `${JSON.stringify({ machine: describeMachine(), figures: results }, null, 2)}\n`);
console.log(`\nWritten to ${path.relative(root, file)}.`);
// A part that ran out of time may still hold something open.
process.exit();
