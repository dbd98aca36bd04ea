import os from 'node:os';
import type { Figure } from '../figures.ts';
import { openConnection } from '#scripts/tools/requests/http-client.ts';
import { askHeldMs, loopProbe } from '../site/ask-held.ts';
import { readCpuSeconds, readRssMb } from '../site/machine.ts';
import { openPostgresCpu } from '../site/postgres-cpu.ts';
import { startSite, type BenchSite } from '../site/site.ts';
import { quantile } from '../statistics.ts';
import { createTexts, type BenchKind } from './corpus.ts';
import { queryClasses } from './queries.ts';

interface Served {
  dataDir: string;
  databaseUrl: string;
  engine: 'sqlite' | 'postgres';
  sizes: Record<BenchKind, number>;
}

const p95: Record<Served['engine'], Record<BenchKind, number>> = {
  sqlite: { articles: 15, products: 20 },
  postgres: { articles: 80, products: 120 },
};

const queriesOfClass = 60;
const filesAsked = 20;

/** Whole pages of results from the built server, for each class of query, and files of its sitemap. */
export async function measurePages(served: Served): Promise<Figure[]> {
  const site = await startSite({
    ...served,
    env: { PUBLIC_URL: 'https://www.example.com' },
    probe: loopProbe,
    // Cards of a million titles take a core for hours.
    isWithoutPictures: true,
  });
  try {
    return [...(await measureQueries(site, served)), ...(await measureSitemap(site, served))];
  } finally {
    await site.stop();
  }
}

async function measureQueries(site: BenchSite, { engine, sizes, databaseUrl }: Served): Promise<Figure[]> {
  const connection = openConnection();
  const databaseCpu = engine === 'postgres' ? await openPostgresCpu(databaseUrl) : null;
  const texts = createTexts(2);
  const figures: Figure[] = [];
  let heldMs = 0;
  let refused = 0;
  const ask = async (kind: BenchKind, query: string) => {
    const address = `/search?q=${encodeURIComponent(query)}&kind=${kind}`;
    const { status, ms } = await connection.get(site.origin + address);
    // 503: the query took the database longer than 1.5 s.
    if (status === 503) refused += 1;
    else if (status !== 200) throw new Error(`${address} answered ${status}`);
    return ms;
  };
  for (const kind of ['articles', 'products'] as const) {
    const classes = Object.entries(queryClasses(texts));
    // The first pages of a process are slower.
    for (let i = 0; i < 30; i += 1) for (const [, query] of classes.slice(0, 3)) await ask(kind, query());
    await askHeldMs(site);
    for (const [what, query] of classes) {
      const times: number[] = [];
      const before = { site: readCpuSeconds(site.pid) ?? 0, database: databaseCpu?.() ?? 0 };
      for (let i = 0; i < queriesOfClass; i += 1) times.push(await ask(kind, query()));
      const ofSite = (readCpuSeconds(site.pid) ?? 0) - before.site;
      const ofDatabase = (databaseCpu?.() ?? 0) - before.database;
      const each = (seconds: number) => ((1_000 * seconds) / queriesOfClass).toFixed(1);
      heldMs = Math.max(heldMs, await askHeldMs(site));
      figures.push({
        name: `search, ${engine}, ${sizes[kind]} ${kind}: page for ${what}, p95`,
        value: quantile(times, 0.95),
        unit: 'ms',
        target: { below: p95[engine][kind] },
        note: [
          `half within ${quantile(times, 0.5).toFixed(1)} ms, the longest ${Math.max(...times).toFixed(0)} ms`,
          `processor time of each ${each(ofSite)} ms${databaseCpu === null ? '' : ` and ${each(ofDatabase)} of the database`}`,
          `load ${os.loadavg()[0]?.toFixed(1)}`,
        ].join('; '),
      });
    }
  }
  connection.close();
  return [
    ...figures,
    {
      name: `search, ${engine}: the event loop held by one of these`,
      value: heldMs,
      unit: 'ms',
      target: { below: 50 },
    },
    { name: `search, ${engine}: answered 503`, value: refused, unit: '', target: { below: 1 } },
  ];
}

/** Sitemap files of a thousand addresses, each requested once, so that none is stored yet. */
async function measureSitemap(site: BenchSite, { engine, sizes }: Served): Promise<Figure[]> {
  const connection = openConnection();
  const files = Math.max(1, Math.floor(sizes.products / 1_000));
  const times: number[] = [];
  const memory = [readRssMb(site.pid) ?? 0];
  for (let i = 0; i < Math.min(filesAsked, files); i += 1) {
    const { status, ms } = await connection.get(`${site.origin}/sitemaps/products-${files - i}.xml`);
    if (status !== 200) throw new Error(`a file of the sitemap answered ${status}`);
    times.push(ms);
    memory.push(readRssMb(site.pid) ?? 0);
  }
  connection.close();
  const grown = memory.slice(1).map((mb, index) => mb - (memory[index] ?? mb));
  const together = grown.reduce((sum, mb) => sum + mb, 0);
  const name = `search, ${engine}: a file of the sitemap of ${sizes.articles + sizes.products} addresses`;
  return [
    {
      name,
      value: Math.max(...times),
      unit: 'ms',
      target: { below: 150 },
      note: `the longest of ${times.length}`,
    },
    {
      name: `${name}, memory`,
      value: Math.max(...grown),
      unit: 'MB',
      target: { below: 20 },
      note: `the most that one of ${times.length} took; all together ${together.toFixed(0)} MB, with what the collector has not looked at yet and the pages that SQLite keeps, up to 32 MB`,
    },
  ];
}
