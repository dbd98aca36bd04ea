import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { askProbe } from './ask-probe.ts';
import type { Figure } from './figures.ts';
import { readRssMb } from './machine.ts';
import { ask, everyAddress, openFilled, zipf } from './mixed-trace.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';

const storeMb = 64;
const quarters = 4;
const requestsPerQuarter = 250_000;

/** What a full store holds by its own account and in truth, and whether the process grows while its pages come and go. */
export async function measureStoreMemory(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const db = await openFilled(dataDir);
    await db.close();
    const probe = path.join(import.meta.dirname, 'memory-probe.ts');
    const site = await startSite({ dataDir, pageStoreMb: storeMb, probe });
    await ask(site, zipf(500));
    const before = await readLiveMb(site);
    await ask(site, everyAddress());
    const held = (await readLiveMb(site)) - before;

    const rss: number[] = [];
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      await ask(site, zipf(requestsPerQuarter));
      rss.push(readRssMb(site.pid) ?? NaN);
    }
    await site.stop();
    const [half = NaN, end = NaN] = [rss[quarters / 2 - 1], rss.at(-1)];
    return [
      {
        name: `live memory of a full store of ${storeMb} MB`,
        value: held,
        unit: 'MB',
        target: { below: storeMb * 1.1 },
      },
      {
        name: `memory, growth from half to the end of ${quarters * requestsPerQuarter} requests`,
        value: end - half,
        unit: 'MB',
        target: { below: 10 },
        note: `after each quarter: ${rss.map((mb) => mb.toFixed(0)).join(', ')}`,
      },
    ];
  });
}

/** Without garbage. */
async function readLiveMb(site: Site): Promise<number> {
  await delay(1_000);
  return (await askProbe(site, 'collect')).liveMb;
}
