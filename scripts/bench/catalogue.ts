import path from 'node:path';
import type { DatabaseConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { importSampleContent } from '#server/features/content/sample-content.ts';
import { createLog } from '#server/log.ts';
import { root } from '../build/folders.ts';
import { openPostgres } from '../../tests/helpers/open-postgres.ts';
import type { Figure } from './figures.ts';
import { fillCatalogue, productId } from './fill-catalogue.ts';
import { openConnection } from './http-client.ts';
import { readCpuSeconds, readRssMb } from './machine.ts';
import { withNewDatabase } from './new-database.ts';
import { startSite, withTemporaryFolder } from './site.ts';
import { median, quantile } from './statistics.ts';

const sizes = [1_000, 100_000, 1_000_000];
const requests = 400;
const warmUpRequests = 50;

/** The i-th address of each kind, of a catalogue of so many products. Neighbours differ, so that each is rendered. */
const kinds: Record<string, (i: number, products: number) => string> = {
  'list, first pages': (i) => `/product?page=${1 + (i % 20)}`,
  'list, in the middle': (i, products) => `/product?page=${Math.floor(products / 24 / 2) - (i % 10)}`,
  'list, the last pages': (i, products) => `/product?page=${Math.floor((products * 0.96) / 24) - (i % 10)}`,
  'by price, in the middle': (i, products) =>
    `/product?sort=price-desc&page=${Math.floor(products / 24 / 2) - (i % 10)}`,
  'category by price': (i, products) =>
    `/product?category=${encodeURIComponent('類別0')}&sort=price-asc&page=${1 + Math.floor(((products * 0.19) / 24) * ((i % 10) / 10))}`,
  product: (i, products) => `/product/info/${encodeURIComponent(productId((i * 499) % products))}`,
  'product that many mention': () => `/product/info/${encodeURIComponent(productId(10))}`,
  // As many different ones in the smallest as in the largest: what a page needs is remembered for a while.
  article: (i, products) => `/articles/article-${3 + (i % 97) + 100 * ((i * 37) % (products / 1000))}`,
  'articles, in the middle': (i, products) =>
    `/articles?page=${1 + Math.floor(products / 240 / 2) - (i % 2)}`,
};

/** One visitor after the other, on a server that is warm and keeps no pages. */
export async function measureCatalogue(): Promise<Figure[]> {
  const figures = await measureSizes('sqlite', (size, measure) =>
    withTemporaryFolder((dataDir) =>
      measure({ engine: 'sqlite', file: path.join(dataDir, 'site.db') }, dataDir, size),
    ),
  );
  const postgres = await openPostgres();
  if (postgres === null) {
    console.error(
      '*** LEFT OUT: PostgreSQL: install the package "postgresql", or set TEST_DATABASE_URL. ***',
    );
    return figures;
  }
  try {
    const onPostgres = await measureSizes('postgres', (size, measure) =>
      withTemporaryFolder((dataDir) =>
        withNewDatabase(postgres.url, (url) =>
          measure({ engine: 'postgres', url, poolSize: 5 }, dataDir, size),
        ),
      ),
    );
    return [...figures, ...onPostgres];
  } finally {
    await postgres.stop();
  }
}

interface Measured {
  fillSeconds: number;
  rssMb: number | null;
  /** Of each kind of page. */
  times: Record<string, { p95: number; median: number; cpuMs: number }>;
}

type Measure = (config: DatabaseConfig, dataDir: string, products: number) => Promise<Measured>;

async function measureSizes(
  engine: DatabaseConfig['engine'],
  withDatabase: (size: number, measure: Measure) => Promise<Measured>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  let smallest: Measured | null = null;
  for (const size of sizes) {
    console.error(`  ${engine} with ${size} products …`);
    const measured = await withDatabase(size, measureSite);
    smallest ??= measured;
    figures.push(...figuresOf(`${engine}, ${size} products`, measured, smallest));
  }
  return figures;
}

function figuresOf(where: string, measured: Measured, smallest: Measured): Figure[] {
  const isSmallest = measured === smallest;
  const figures: Figure[] = [{ name: `${where}: filling`, value: measured.fillSeconds, unit: 's' }];
  for (const [kind, { p95, median, cpuMs }] of Object.entries(measured.times)) {
    const least = smallest.times[kind]?.p95 ?? NaN;
    figures.push({
      name: `${where}: ${kind}, p95`,
      value: p95,
      unit: 'ms',
      ...(!isSmallest && { target: { below: 1.5 * least } }),
      note: `${isSmallest ? '' : `× ${(p95 / least).toFixed(2)}; `}median ${median.toFixed(1)} ms; the server computes ${cpuMs.toFixed(1)} ms`,
    });
  }
  if (measured.rssMb !== null && smallest.rssMb !== null) {
    figures.push({
      name: `${where}: memory of the server after that`,
      value: measured.rssMb,
      unit: 'MB',
      ...(!isSmallest && { target: { below: smallest.rssMb + 40 } }),
    });
  }
  return figures;
}

async function measureSite(config: DatabaseConfig, dataDir: string, products: number): Promise<Measured> {
  const fillSeconds = await fill(config, dataDir, products);
  const databaseUrl = config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url;
  const site = await startSite({ dataDir, databaseUrl });
  const connection = openConnection();
  const times: Measured['times'] = {};
  for (const [kind, addressOf] of Object.entries(kinds)) {
    const ask = (i: number) => connection.get(site.origin + addressOf(i, products));
    for (let i = 0; i < warmUpRequests; i += 1) await ask(i);
    const taken: number[] = [];
    const cpuBefore = readCpuSeconds(site.pid);
    for (let i = 0; i < requests; i += 1) {
      const { status, ms } = await ask(i);
      // Some products are drafts; a fast 404 must not pass for a fast page.
      if (status === 200) taken.push(ms);
    }
    const cpuAfter = readCpuSeconds(site.pid);
    if (taken.length < requests * 0.9) {
      throw new Error(`${kind}: only ${taken.length} of ${requests} were answered with 200`);
    }
    const cpuMs = cpuBefore === null || cpuAfter === null ? NaN : ((cpuAfter - cpuBefore) * 1000) / requests;
    times[kind] = { p95: quantile(taken, 0.95), median: median(taken), cpuMs };
  }
  const rssMb = readRssMb(site.pid);
  connection.close();
  await site.stop();
  return { fillSeconds, rssMb, times };
}

async function fill(config: DatabaseConfig, dataDir: string, products: number): Promise<number> {
  const log = createLog('silent');
  const db = await openDatabase(config, log);
  try {
    await importSampleContent(path.join(root, 'server/sample-content'), db, dataDir, log);
    const startedAt = performance.now();
    await fillCatalogue(db, { products, articles: products / 10 });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await db.close();
  }
}
