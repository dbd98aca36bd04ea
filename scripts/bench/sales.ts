import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import path from 'node:path';
import { isoAt } from '#server/base/clock.ts';
import { createLog } from '#server/base/log.ts';
import { nextSettling } from '#server/content/offers/settle-offers.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { importSampleContent } from '#server/features/import-export/sample-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { root } from '../build/folders.ts';
import { fillCatalogue } from '../tools/fill-catalogue.ts';
import type { Figure } from './figures.ts';
import { onEachDatabase, type EngineSetting } from './site/each-engine.ts';
import { aheadOfOthers, offServerCore, readCpuSeconds } from './site/machine.ts';
import { findPostgresProcesses, openPostgresCpu } from './site/postgres-cpu.ts';
import { startSite, type BenchSite } from './site/site.ts';
import { quantile } from './statistics.ts';
import { askSteadily } from './visitors/steady-visitors.ts';

const products = 10_000;
/** The work that follows a sale has ended, such as what search is to know. */
const quietMs = 10_000;
const restMs = 4_000;
const article = '/articles/water-temperature';

/** Ten thousand sales that begin at one moment: until lists by price are in order, and pages meanwhile. */
export function measureSales(): Promise<Figure[]> {
  return onEachDatabase(measureEngine);
}

async function measureEngine({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const log = createLog('silent');
  const db = await openDatabase(config, log);
  await importSampleContent(path.join(root, 'server/sample-content'), db, folderStore(dataDir), log);
  await fillCatalogue(db, { products, articles: 1 });
  const site = await startSite({
    dataDir,
    databaseUrl,
    pageStoreMb: 64,
    isPinned: true,
    isWithoutPictures: true,
  });
  const readPostgres = config.engine === 'postgres' ? await openPostgresCpu(config.url) : null;
  try {
    // PostgreSQL too: a core that it shares with the server would be what is measured.
    const others = config.engine === 'postgres' ? await findPostgresProcesses(config.url) : [];
    return await offServerCore(() => aheadOfOthers(() => measure(site, db, readPostgres)), others);
  } finally {
    await site.stop();
    await db.close();
  }
}

async function measure(
  site: BenchSite,
  db: Database,
  readPostgres: (() => number) | null,
): Promise<Figure[]> {
  const readCpu = () => (readCpuSeconds(site.pid) ?? NaN) + (readPostgres?.() ?? 0);
  const page = site.origin + article;
  // Nobody asks: the processor works on the sales alone.
  const alone = await settle(db, 'sale_price_from', async (isOver) => {
    const before = readCpu();
    await untilOver(isOver);
    return readCpu() - before;
  });
  await askSteadily(page, forMs(quietMs));
  const atRest = quantile(await askSteadily(page, forMs(restMs)), 0.99);
  const asked = await settle(db, 'sale_price_until', (isOver) => askSteadily(page, () => !isOver()));
  const meanwhile = quantile(asked.result, 0.99);
  const name = `${products} sales at one moment, ${db.engine}`;
  return [
    { name: `${name}: processor`, value: alone.result, unit: 's' },
    {
      name: `${name}: until lists by price are in order`,
      value: alone.seconds,
      unit: 's',
      target: { below: 2 },
    },
    { name: `${name}, while pages are asked for`, value: asked.seconds, unit: 's' },
    {
      name: `${name}: p99 of a warm page meanwhile, times that at rest`,
      value: meanwhile / atRest,
      unit: '×',
      target: { below: 2 },
      note: `${atRest.toFixed(2)} and ${meanwhile.toFixed(2)} ms, 2,000 requests a second`,
    },
  ];
}

type IsOver = () => boolean;

/** Plans a sale of all products whose beginning or end is near, and runs work from that moment on. */
async function settle<Result>(
  db: Database,
  column: 'sale_price_from' | 'sale_price_until',
  work: (isOver: IsOver) => Promise<Result>,
): Promise<{ seconds: number; result: Result }> {
  const moment = (Math.floor(Date.now() / 1000) + leadSeconds) * 1000;
  const other = column === 'sale_price_from' ? 'sale_price_until' : 'sale_price_from';
  await sql`update products set sale_price = list_price / 2, ${sql.ref(column)} = ${isoAt(moment)},
    ${sql.ref(other)} = null where list_price > 1`.execute(db.write);
  while ((await nextSettling(db.read)) !== isoAt(moment)) await delay(100);
  if (Date.now() >= moment) throw new Error('the sales were not planned in time');
  await delay(moment - Date.now());
  let seconds: number | null = null;
  const looking = (async () => {
    while ((await nextSettling(db.read)) !== null) await delay(20);
    seconds = (Date.now() - moment) / 1000;
  })();
  const result = await work(() => seconds !== null);
  await looking;
  return { seconds: seconds ?? NaN, result };
}

const leadSeconds = 30;

async function untilOver(isOver: IsOver): Promise<void> {
  while (!isOver()) await delay(20);
}

function forMs(ms: number): () => boolean {
  const endsAt = performance.now() + ms;
  return () => performance.now() < endsAt;
}
