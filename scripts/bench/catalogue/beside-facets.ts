import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pageSize } from '#shared/address/list-query.ts';
import { openConnection, type Answer } from '#scripts/tools/requests/http-client.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import type { Figure } from '../figures.ts';
import { readCpuSeconds, readRssMb } from '../site/machine.ts';
import { startSite, type BenchSite } from '../site/site.ts';
import { quantile } from '../statistics.ts';
import { askProbe } from '../visitors/ask-probe.ts';
import { randomList } from './selections.ts';
import { untilFiltered, type Served } from './until-filtered.ts';

/** The cheapest of some rounds counts: others differ by a third, by what else the machine and the collector do. */
const rounds = 12;
const lists = 100;
/** Enough to fill the memory of SQLite's pages, and to compile what renders them: garbage collection throws code away. */
const warmingLists = 2_000;
/** Between lists while all products are read: 8,000 of them would be measured as well. */
const pauseMs = 50;

/** Memory of the facets, and lists without filters before them, while all products are read, and beside them. */
export async function measureBesideFacets(served: Served): Promise<Figure[]> {
  const { engine, parts } = served;
  const probe = path.join(import.meta.dirname, '../memory-probe.ts');
  const site = await startSite({ ...served, probe, isWithoutPictures: true });
  const connection = openConnection();
  try {
    const ask = (address: string) => connection.get(site.origin + address);
    // Any page of all, so that the memory of its database is as full before as after.
    const pages = Math.max(1, Math.floor(parts / pageSize) - 1);
    const listOnce = (i: number) => ask(`/product?sort=newest&page=${1 + ((i * 7919) % pages)}`);
    const warm = async () => {
      for (let i = 0; i < warmingLists; i += 1) await listOnce(i);
    };
    await warm();
    const rssBefore = await readLiveRss(site);
    await warm();
    const before = await askLists(site, listOnce);
    const meanwhile: number[] = [];
    let isRead = false;
    const reading = untilFiltered(site).finally(() => (isRead = true));
    // Its failure is met below.
    reading.catch(() => {});
    for (let i = 0; !isRead; i += 1) {
      meanwhile.push((await listOnce(i)).ms);
      await delay(pauseMs);
    }
    const seconds = await reading;
    const random = randomNumbers(5);
    for (let i = 0; i < 30; i += 1) await ask(randomList(random, parts, 1 + (i % 6))(1));
    await warm();
    const beside = await askLists(site, listOnce);
    const rssAfter = await readLiveRss(site);
    const name = `catalogue, ${engine}, ${parts} products`;
    return [
      { name: `${name}: from the first question until all are read`, value: seconds, unit: 's' },
      {
        name: `${name}: memory more with them`,
        value: rssAfter - rssBefore,
        unit: 'MB',
        target: { below: 60 },
        note: `${rssBefore.toFixed(0)} and ${rssAfter.toFixed(0)} MB`,
      },
      {
        name: `${name}: list without filters beside them, times before`,
        value: beside.cpuMs / before.cpuMs,
        unit: '×',
        target: { below: 1.05 },
        note: `processor time of each ${before.cpuMs.toFixed(2)} and ${beside.cpuMs.toFixed(2)} ms; half within ${quantile(before.times, 0.5).toFixed(1)} and ${quantile(beside.times, 0.5).toFixed(1)} ms`,
      },
      {
        name: `${name}: list without filters while they are read, p95`,
        value: quantile(meanwhile, 0.95),
        unit: 'ms',
        note: `${quantile(before.times, 0.95).toFixed(1)} ms before; ${meanwhile.length} lists`,
      },
    ];
  } finally {
    connection.close();
    await site.stop();
  }
}

async function askLists(site: BenchSite, listOnce: (i: number) => Promise<Answer>) {
  const times: number[] = [];
  const cpuMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = readCpuSeconds(site.pid) ?? 0;
    for (let i = 0; i < lists; i += 1) times.push((await listOnce(round * lists + i)).ms);
    cpuMs.push((1_000 * ((readCpuSeconds(site.pid) ?? 0) - startedAt)) / lists);
  }
  return { times, cpuMs: Math.min(...cpuMs) };
}

/** Time in which V8 gives back pages that it has emptied. */
const restMs = 10_000;

/** Memory of the process at rest, without garbage of the main thread. */
async function readLiveRss(site: BenchSite): Promise<number> {
  await askProbe(site, 'collect');
  await delay(restMs);
  const rss = readRssMb(site.pid);
  if (rss === null) throw new Error('this system does not tell the memory of a process (/proc)');
  return rss;
}
