import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, writeTransaction, type Database } from '#server/db/open-database.ts';
import { everythingTag } from '#server/freshness/tags.ts';
import { createLog } from '#server/log.ts';
import { fillCatalogue } from '../tools/fill-catalogue.ts';
import { findFreePort } from '../tools/free-port.ts';
import { hasVarnish, openVarnish, type Varnish } from '../tools/open-varnish.ts';
import { onEachDatabase, type EngineSetting } from './each-engine.ts';
import { drive, type EdgeTraffic } from './edge-traffic.ts';
import type { Figure } from './figures.ts';
import { get } from './http-client.ts';
import { startSite, type Site } from './site.ts';
import { quantile } from './statistics.ts';

/** Of PostgreSQL a fifth: what is in front is the same. */
const minutesOfSqlite = Number(process.env['EDGE_MINUTES'] ?? 10);
const restarts = Number(process.env['EDGE_RESTARTS'] ?? 20);
/** A purge that has not come by then is lost: what is kept is kept for an hour. */
const maxWaitMs = 15_000;

/** How fresh and how useful a Varnish in front is, and whether it hears of every change. */
export async function measureEdge(): Promise<Figure[]> {
  if (hasVarnish) return onEachDatabase(measureEngine);
  console.error('*** LEFT OUT: install the packages "varnish" and "varnish-modules". ***');
  return [];
}

interface Setting {
  varnish: Varnish;
  db: Database;
  start: () => Promise<Site>;
  site: Site;
}

async function measureEngine({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const port = await findFreePort();
  const varnish = await openVarnish(port);
  const env = { CDN_MAX_AGE: '3600', ...varnish.env };
  const start = () =>
    startSite({ dataDir, databaseUrl, pageStoreMb: 64, env, port, isWithoutPictures: true });
  const db = await openDatabase(config, createLog('silent'));
  try {
    const setting: Setting = { varnish, db, start, site: await start() };
    // Not in the middle of it.
    await db.write.updateTable('media_jobs').set({ run_at: '9999' }).execute();
    await fillCatalogue(db, { products: 20_000, articles: 1_000 });
    await setting.site.stop();
    setting.site = await start();
    await varnish.start();
    // On PostgreSQL a new cache is told to forget everything once more after a minute and after ten, in which it is
    // filled here.
    await db.write.deleteFrom('edge_purges').where('tag', '=', everythingTag).execute();
    const minutes = config.engine === 'sqlite' ? minutesOfSqlite : minutesOfSqlite / 5;
    const traffic = await drive({ db, origin: varnish.origin, minutes });
    const lost = await restartBoth(setting);
    const left = await db.read.selectFrom('edge_purges').select('tag').execute();
    if (left.length > 0) console.error(`${left.length} purges have not been told`);
    await setting.site.stop();
    return figuresOf(`${config.engine}, ${minutes} min`, traffic, lost + left.length);
  } finally {
    await varnish.remove();
    await db.close();
  }
}

function figuresOf(engine: string, traffic: EdgeTraffic, lost: number): Figure[] {
  const { asked, hits, failed, writes, staleMs, seenMs } = traffic;
  const misses = ((asked - hits) / writes).toFixed(1);
  const run = `${engine}; ${asked} requests, ${writes} writes, ${misses} answers made anew for each`;
  return [
    { name: 'behind Varnish, hits', value: hits / asked, unit: '×', target: { atLeast: 0.99 }, note: run },
    {
      name: 'a write is seen, p99',
      value: quantile(seenMs, 0.99),
      unit: 'ms',
      target: { below: 250 },
      note: `${engine}; median ${quantile(seenMs, 0.5).toFixed(0)} ms after it was acknowledged`,
    },
    {
      name: 'oldest answer',
      value: Math.max(0, ...staleMs),
      unit: 'ms',
      target: { below: 1000 },
      note: `${engine}; ${staleMs.length} answers were older than the newest write`,
    },
    { name: 'failed requests', value: failed, unit: '', target: { below: 1 }, note: engine },
    {
      name: 'purges lost over restarts',
      value: lost,
      unit: '',
      target: { below: 1 },
      note: `${engine}; ${restarts} times the site was killed just after a write, ${restarts} times Varnish before one`,
    },
  ];
}

/** Resolves to how many writes the cache in front has never heard of. */
async function restartBoth(setting: Setting): Promise<number> {
  const { varnish, db } = setting;
  const [product] = await db.read
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'published')
    .orderBy('id')
    .execute();
  const id = product?.id ?? '';
  const url = `${varnish.origin}/product/info/${encodeURIComponent(id)}`;
  const shows = async (name: string) => (await get(url).catch(() => null))?.body.includes(name) ?? false;
  const write = async (name: string) => {
    await writeTransaction(db, (trx) =>
      trx.updateTable('products').set({ name }).where('id', '=', id).execute(),
    );
  };
  let lost = 0;
  const expectSeen = async (name: string) => {
    if (!(await isSoon(() => shows(name)))) lost += 1;
  };

  for (let n = 0; n < restarts; n += 1) {
    // It has the page, and is to be told by a process that ends before or while it tells.
    await get(url);
    await write(`甲${n}`);
    await delay(3 * n);
    process.kill(setting.site.pid, n % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    await isSoon(async () => setting.site.hasEnded());
    setting.site = await setting.start();
    await expectSeen(`甲${n}`);

    await get(url);
    await varnish.kill();
    await write(`乙${n}`);
    await delay(100);
    await varnish.start();
    await expectSeen(`乙${n}`);
  }
  // What is told again to be sure has its own times.
  const isAnythingLeft = () => db.read.selectFrom('edge_purges').select('id').limit(1).executeTakeFirst();
  await isSoon(async () => (await isAnythingLeft()) === undefined);
  return lost;
}

async function isSoon(isTrue: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + maxWaitMs;
  while (performance.now() < deadline) {
    if (await isTrue()) return true;
    await delay(5);
  }
  return false;
}
