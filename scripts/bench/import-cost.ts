import path from 'node:path';
import { entryTriggers } from '#server/db/entry-triggers.ts';
import { openDatabase, writeTransaction } from '#server/db/open-database.ts';
import type { Repeatable } from '#server/db/repeatable.ts';
import { searchTriggers } from '#server/db/search-triggers.ts';
import { removeTriggers } from '#server/db/triggers.ts';
import { importSampleContent } from '#server/features/content/sample-content.ts';
import { createLog } from '#server/log.ts';
import { root } from '../build/folders.ts';
import { onEachEngine, type EngineSetting, type WithSetting } from './each-engine.ts';
import type { Figure } from './figures.ts';
import { makeProducts, startImport } from './import-program.ts';
import { openPostgresCpu } from './postgres-cpu.ts';
import { median } from './statistics.ts';

const rounds = 3;
const products = 10_000;

/** Without their triggers nothing has an entry, and nothing is marked to be indexed: as before there were any. */
const variants: readonly (readonly Repeatable[])[] = [[], [searchTriggers], [searchTriggers, entryTriggers]];

/** What an import pays for the entries that editing needs, and for the index of search: the same files without them. */
export function measureImportCost(): Promise<Figure[]> {
  return onEachEngine((withSetting, engine) => openVariants(engine, withSetting, []));
}

function openVariants(
  engine: EngineSetting['config']['engine'],
  withSetting: WithSetting,
  opened: readonly EngineSetting[],
): Promise<Figure[]> {
  const removed = variants[opened.length];
  if (removed === undefined) return measure(engine, opened);
  return withSetting(async (setting) => {
    await prepare(setting, removed);
    return openVariants(engine, withSetting, [...opened, setting]);
  });
}

async function prepare({ config, dataDir }: EngineSetting, removed: readonly Repeatable[]): Promise<void> {
  const log = createLog('silent');
  const db = await openDatabase(config, log);
  try {
    await importSampleContent(path.join(root, 'server/sample-content'), db, dataDir, log);
    await writeTransaction(db, async (trx) => {
      for (const { isOwn } of removed) await removeTriggers(trx, db.engine, isOwn);
    });
  } finally {
    await db.close();
  }
}

/** In turns, so that what else the machine does is the same to all of them. */
async function measure(
  engine: EngineSetting['config']['engine'],
  settings: readonly EngineSetting[],
): Promise<Figure[]> {
  const cpu = settings.map((): number[] => []);
  const elapsed = settings.map((): number[] => []);
  // PostgreSQL computes in processes of its own, which count as well.
  const serverCpu = engine === 'sqlite' ? () => 0 : await openPostgresCpu(settings[0]?.databaseUrl ?? '');
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { dataDir, databaseUrl }] of settings.entries()) {
      const before = serverCpu?.() ?? 0;
      const program = startImport(makeProducts(dataDir, round, products), { dataDir, databaseUrl });
      elapsed[index]?.push(await program.seconds);
      cpu[index]?.push(program.cpuSeconds() + (serverCpu?.() ?? 0) - before);
    }
  }
  const taken = (serverCpu === null ? elapsed : cpu).map(median);
  const [all = NaN, unsearched = NaN, bare = NaN] = taken;
  const by = serverCpu === null ? 'by elapsed time' : 'by processor time';
  const note = (seconds: number, than: number) =>
    `${seconds.toFixed(2)} and ${than.toFixed(2)} s ${by}, medians of ${rounds}`;
  return [
    {
      name: `import of ${products} products with their entries, times that without, ${engine}`,
      value: unsearched / bare,
      unit: '×',
      target: { below: 1.15 },
      note: note(unsearched, bare),
    },
    {
      name: `import of ${products} products with the index of search, times that without, ${engine}`,
      value: all / unsearched,
      unit: '×',
      target: { below: 1.5 },
      note: note(all, unsearched),
    },
  ];
}
