import path from 'node:path';
import autocannon from 'autocannon';
import { openDatabase, writeTransaction, type Database } from '#server/db/open-database.ts';
import { importSampleContent } from '#server/features/content/sample-content.ts';
import { createLog } from '#server/log.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { root } from '../build/folders.ts';
import type { Figure } from './figures.ts';
import { fillCatalogue, productId } from '../tools/fill-catalogue.ts';
import { offServerCore, readCpuSeconds } from './machine.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';
import { median } from './statistics.ts';

const addresses = 20_000;
const requests = 100_000;
const rounds = 5;
const acceptable = { 'Accept-Encoding': 'gzip, deflate, br', Accept: 'text/html' };

/** Many addresses, some asked for far more often than others, while an editor writes. */
export async function measureMixedTrace(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const db = await openFilled(dataDir);
    const site = await startSite({ dataDir, isPinned: true, pageStoreMb: 64 });
    try {
      return await offServerCore(() => measureTrace(site, db));
    } finally {
      await site.stop();
      await db.close();
    }
  });
}

async function measureTrace(site: Site, db: Database): Promise<Figure[]> {
  const warmPaths = Array<string>(20_000).fill('/product');
  // Not measured: the first requests of a process are half as fast.
  await ask(site, warmPaths);
  let writes = 0;
  const writer = setInterval(() => {
    writes += 1;
    const values = { summary: `第${writes}次寫入` };
    const id = productId(writes % 50);
    void writeTransaction(db, (trx) =>
      trx.updateTable('products').set(values).where('id', '=', id).execute(),
    );
  }, 1000);
  const first = await ask(site, zipf(requests));
  // Until most addresses have been asked for once, as on a site that has run for a day.
  await ask(site, zipf(2 * requests));
  const warms: Asked[] = [];
  const mixeds: Asked[] = [];
  for (let round = 0; round < rounds; round += 1) {
    mixeds.push(await ask(site, zipf(requests / rounds)));
    warms.push(await ask(site, warmPaths));
  }
  clearInterval(writer);
  const cpu = (asked: readonly Asked[]) => median(asked.map(({ perCpuSecond }) => perCpuSecond));
  const seconds = (asked: readonly Asked[]) => median(asked.map(({ perSecond }) => perSecond)).toFixed(0);
  const share = (asked: readonly Asked[]) => ({
    value: cpu(asked) / cpu(warms),
    unit: '×' as const,
    note: `by CPU time; ${seconds(asked)} a second, warm ${seconds(warms)}`,
  });
  const mixed = share(mixeds);
  return [
    {
      name: 'mixed trace, share of warm',
      ...mixed,
      target: { atLeast: 0.5 },
      note: `${mixed.note}, medians of ${rounds} rounds; ${addresses} addresses, Zipf; ${writes} writes, one a second`,
    },
    { name: 'mixed trace into an empty store, share of warm', ...share([first]) },
  ];
}

export async function openFilled(dataDir: string): Promise<Database> {
  const log = createLog('silent');
  const db = await openDatabase({ engine: 'sqlite', file: path.join(dataDir, 'site.db') }, log);
  await importSampleContent(path.join(root, 'server/sample-content'), db, folderStore(dataDir), log);
  await fillCatalogue(db, { products: 100_000, articles: 5_000 });
  return db;
}

interface Asked {
  perSecond: number;
  /**
   * Pages a second of the server's own time: what asks is a program of the same machine, and slower than what
   * answers.
   */
  perCpuSecond: number;
}

/** Asks for the paths in this order, each by the next of 32 connections that is free. */
export async function ask(site: Site, paths: readonly string[]): Promise<Asked> {
  const cpuBefore = readCpuSeconds(site.pid) ?? NaN;
  let asked = 0;
  const result = await autocannon({
    url: site.origin,
    headers: acceptable,
    connections: 32,
    amount: paths.length,
    requests: [{ setupRequest: (request) => ({ ...request, path: paths[asked++ % paths.length] }) }],
  });
  if (result.errors + result.timeouts + result['5xx'] > 0)
    throw new Error('requests of the mixed trace failed');
  const { total } = result.requests;
  const cpuSeconds = (readCpuSeconds(site.pid) ?? NaN) - cpuBefore;
  return { perSecond: total / result.duration, perCpuSecond: total / cpuSeconds };
}

/** The n-th address is asked for about 1/n as often as the first. Some are of drafts, and so 404. */
export function zipf(count: number): string[] {
  return Array.from({ length: count }, () => addressOf(Math.floor(addresses ** chance())));
}

export function everyAddress(): string[] {
  return Array.from({ length: addresses }, (_, rank) => addressOf(rank));
}

function addressOf(rank: number): string {
  return `/product/info/${encodeURIComponent(productId(rank))}${rank % 2 === 0 ? '' : '/_payload.json'}`;
}

/** A number from 0 to 1, the same sequence in each run: Marsaglia's xorshift of 32 bits. */
function chance(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 4_294_967_296;
}
let state = 1;
