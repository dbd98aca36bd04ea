import path from 'node:path';
import type { Figure } from './figures.ts';
import { get } from '../tools/requests/http-client.ts';
import { makeProducts, startImport } from './site/import-program.ts';
import { aheadOfOthers, offServerCore } from './site/machine.ts';
import { openFilled } from './visitors/many-pages.ts';
import { startSite, withTemporaryFolder, type BenchSite } from './site/site.ts';
import { median, quantile } from './statistics.ts';
import { askSteadily } from './visitors/steady-visitors.ts';

const rounds = 5;
const products = 10_000;
const restMs = 4_000;

/**
 * Times of a page that the import does not touch, requested at a steady rate, alternately at rest and during an import.
 */
export async function measureImport(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const db = await openFilled(dataDir);
    const site = await startSite({ dataDir, isPinned: true, pageStoreMb: 64 });
    try {
      return await offServerCore(() => aheadOfOthers(() => measure(site, dataDir)));
    } finally {
      await site.stop();
      await db.close();
    }
  });
}

async function measure(site: BenchSite, dataDir: string): Promise<Figure[]> {
  const page = site.origin + (await firstArticle(site));
  const rest: number[] = [];
  const meanwhile: number[] = [];
  const seconds: number[] = [];
  const memory: number[] = [];
  const databaseUrl = `sqlite:${path.join(dataDir, 'site.db')}`;
  await askSteadily(page, forMs(restMs));
  for (let round = 0; round < rounds; round += 1) {
    rest.push(quantile(await askSteadily(page, forMs(restMs)), 0.99));
    const program = startImport(makeProducts(dataDir, round, products), { dataDir, databaseUrl });
    const [times, took] = await Promise.all([askSteadily(page, program.isRunning), program.seconds]);
    meanwhile.push(quantile(times, 0.99));
    seconds.push(took);
    memory.push(program.maxMb());
  }
  const [atRest, importing] = [median(rest), median(meanwhile)];
  return [
    { name: `import of ${products} products`, value: median(seconds), unit: 's', target: { below: 60 } },
    { name: 'its memory at most', value: Math.max(...memory), unit: 'MB', target: { below: 500 } },
    {
      name: 'p99 of a warm page meanwhile, times that at rest',
      value: importing / atRest,
      unit: '×',
      target: { below: 3 },
      note: `${atRest.toFixed(2)} and ${importing.toFixed(2)} ms, medians of ${rounds} imports, 2,000 requests a second`,
    },
  ];
}

function forMs(ms: number): () => boolean {
  const endsAt = performance.now() + ms;
  return () => performance.now() < endsAt;
}

async function firstArticle(site: BenchSite): Promise<string> {
  const { body } = await get(`${site.origin}/articles`);
  const address = /href="(\/articles\/[^"?#]+)"/.exec(body)?.[1];
  if (address === undefined) throw new Error('the article list names no article');
  return address;
}
