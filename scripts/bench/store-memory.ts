import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { askProbe } from './visitors/ask-probe.ts';
import type { Figure } from './figures.ts';
import { medianRss } from './memory.ts';
import { ask, everyAddress, openFilled, zipf } from './visitors/many-pages.ts';
import { startSite, withTemporaryFolder, type BenchSite } from './site/site.ts';

const storeMb = 64;
const quarters = 4;
const requestsPerQuarter = 250_000;
const requestsWhileFull = 20_000;

/**
 * Memory of a full store by its own account and as measured, and whether the process grows while its pages come and go.
 */
export async function measureStoreMemory(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const db = await openFilled(dataDir);
    await db.close();
    const bare = await withSite(dataDir, 0, fill);
    return withSite(dataDir, storeMb, async (site) => {
      const { heldMb, rssMb } = await fill(site);
      const rss: number[] = [];
      const live: number[] = [];
      for (let quarter = 0; quarter < quarters; quarter += 1) {
        rss.push(await medianRss(site, ask(site, zipf(requestsPerQuarter))));
        live.push(await readLiveMb(site));
      }
      const [half = NaN, end = NaN] = [live[quarters / 2 - 1], live.at(-1)];
      return [
        {
          name: `live memory of a full store of ${storeMb} MB`,
          value: heldMb - bare.heldMb,
          unit: 'MB',
          target: { below: storeMb * 1.1 },
        },
        {
          name: 'the process, more than one that keeps nothing',
          value: rssMb - bare.rssMb,
          unit: 'MB',
          target: { below: storeMb * 1.1 },
          note: `${rssMb.toFixed(0)} and ${bare.rssMb.toFixed(0)} MB after the same requests`,
        },
        {
          name: `live memory, growth in the second half of ${quarters * requestsPerQuarter} requests`,
          value: end - half,
          unit: 'MB',
          target: { below: 10 },
          note: `the process, median of each quarter: ${rss.map((mb) => mb.toFixed(0)).join(', ')} MB`,
        },
      ];
    });
  });
}

async function withSite<T>(
  dataDir: string,
  pageStoreMb: number,
  work: (site: BenchSite) => Promise<T>,
): Promise<T> {
  const probe = path.join(import.meta.dirname, 'memory-probe.ts');
  const site = await startSite({ dataDir, pageStoreMb, probe });
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

/**
 * Fills a store with as many different pages as it takes: the growth of the heap, and the memory of the process under
 * requests.
 */
async function fill(site: BenchSite): Promise<{ heldMb: number; rssMb: number }> {
  await ask(site, zipf(500));
  const before = await readLiveMb(site);
  await ask(site, everyAddress());
  const heldMb = (await readLiveMb(site)) - before;
  return { heldMb, rssMb: await medianRss(site, ask(site, zipf(requestsWhileFull))) };
}

/** Memory in use without garbage. */
async function readLiveMb(site: BenchSite): Promise<number> {
  await delay(1_000);
  return (await askProbe(site, 'collect')).liveMb;
}
