import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './build/folders.ts';
import { measureBackup } from './bench/backup.ts';
import { measureBuild } from './bench/build-time.ts';
import { measureCatalogue } from './bench/catalogue.ts';
import { measureColdList } from './bench/cold-list.ts';
import { measureEdge } from './bench/edge.ts';
import { measureEditing } from './bench/editing.ts';
import { measureSaves } from './bench/editing-saves.ts';
import { printTable, verdictOf, type Figure } from './bench/figures.ts';
import { measureLighthouse } from './bench/lighthouse.ts';
import { measureLogin } from './bench/login.ts';
import { measureImport } from './bench/import.ts';
import { measureImportCost } from './bench/import-cost.ts';
import { describeMachine } from './bench/machine.ts';
import { insertFigures } from './bench/markdown.ts';
import { measureInBrowser } from './bench/in-browser.ts';
import { measureMedia } from './bench/media.ts';
import { measureMemory } from './bench/memory.ts';
import { measureMetrics } from './bench/metrics.ts';
import { measureMove } from './bench/move.ts';
import { measureMixedTrace } from './bench/mixed-trace.ts';
import { measurePreview } from './bench/preview.ts';
import { killPrograms, runProgram } from './bench/programs.ts';
import { measureProcesses } from './bench/processes.ts';
import { measureRestarts } from './bench/restarts.ts';
import { measureSeen } from './bench/seen.ts';
import { measureSearch } from './bench/search.ts';
import { measureSearchKills } from './bench/search/kills.ts';
import { measureSizes } from './bench/sizes.ts';
import { measureStale } from './bench/stale.ts';
import { measureStart } from './bench/start-time.ts';
import { measureStoreMemory } from './bench/store-memory.ts';
import { measureTitleFont } from './bench/title-font.ts';
import { measureWarmPages } from './bench/warm-pages.ts';
import { within } from './bench/within.ts';
import { isBuilt, stampSources } from './build/source-stamp.ts';

// `npm run bench [-- NAME… --markdown]`: measures what is named, or everything, and says for each figure what it should
// be. A name before a slash means all parts of that name. With --markdown the figures are written into docs/performance.md too.

const minute = 60_000;
const parts: Record<string, { limitMs: number; measure: () => Promise<Figure[]> }> = {
  build: { limitMs: 2 * minute, measure: measureBuild },
  start: { limitMs: 2 * minute, measure: measureStart },
  sizes: { limitMs: 3 * minute, measure: measureSizes },
  cold: { limitMs: 5 * minute, measure: measureColdList },
  warm: { limitMs: 8 * minute, measure: measureWarmPages },
  metrics: { limitMs: 5 * minute, measure: measureMetrics },
  mixed: { limitMs: 10 * minute, measure: measureMixedTrace },
  import: { limitMs: 5 * minute, measure: measureImport },
  stale: { limitMs: 10 * minute, measure: measureStale },
  edge: { limitMs: 60 * minute, measure: measureEdge },
  browser: { limitMs: 5 * minute, measure: measureInBrowser },
  fonts: { limitMs: 10 * minute, measure: measureTitleFont },
  lighthouse: { limitMs: 20 * minute, measure: measureLighthouse },
  login: { limitMs: 5 * minute, measure: measureLogin },
  memory: {
    limitMs: 15 * minute,
    measure: async () => [...(await measureMemory()), ...(await measureStoreMemory())],
  },
  'editing/texts': { limitMs: 5 * minute, measure: measureEditing },
  'editing/preview': { limitMs: 10 * minute, measure: measurePreview },
  'editing/saves': { limitMs: 30 * minute, measure: measureSaves },
  'editing/seen': { limitMs: 20 * minute, measure: measureSeen },
  'editing/import': { limitMs: 20 * minute, measure: measureImportCost },
  catalogue: { limitMs: 15 * minute, measure: measureCatalogue },
  'search/asking': { limitMs: 240 * minute, measure: measureSearch },
  'search/import': { limitMs: 20 * minute, measure: measureImportCost },
  processes: { limitMs: 10 * minute, measure: measureProcesses },
  restarts: { limitMs: 120 * minute, measure: measureRestarts },
  backup: { limitMs: 90 * minute, measure: measureBackup },
  move: { limitMs: 90 * minute, measure: measureMove },
  media: { limitMs: 60 * minute, measure: measureMedia },
  'search-kills': { limitMs: 60 * minute, measure: measureSearchKills },
};

const writesMarkdown = process.argv.includes('--markdown');
const names = process.argv.slice(2).filter((argument) => argument !== '--markdown');
const isNamed = (part: string, name: string) => part === name || part.startsWith(`${name}/`);
const unknown = names.filter((name) => !Object.keys(parts).some((part) => isNamed(part, name)));
if (unknown.length > 0) {
  console.error(
    `There is no part named ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

// What is measured is what the sources say now.
if (!isBuilt(stampSources())) await runProgram('npm', ['--silent', 'run', 'build'], { limitMs: 2 * minute });

const { cores, load } = describeMachine();
const isBusy = (load[0] ?? 0) > cores;
const figures: Figure[] = [];
for (const [name, { limitMs, measure }] of Object.entries(parts)) {
  if (names.length > 0 && !names.some((asked) => isNamed(name, asked))) continue;
  console.error(`Measuring ${name} …`);
  const work = measure();
  try {
    const measured = await within(limitMs, name, work);
    figures.push(...measured);
    // At once: a later part may fail.
    printTable(measured);
    if (writesMarkdown) writeDocument(name, measured);
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

function writeDocument(name: string, measured: readonly Figure[]): void {
  const document = path.join(root, 'docs/performance.md');
  writeFileSync(document, insertFigures(readFileSync(document, 'utf8'), name, measured));
}
