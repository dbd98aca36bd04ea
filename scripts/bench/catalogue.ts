import path from 'node:path';
import type { DatabaseConfig } from '#server/config-database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { importSampleContent } from '#server/features/content/sample-content.ts';
import { createLog } from '#server/log.ts';
import { paths } from '#shared/paths.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { root } from '../build/folders.ts';
import { onEachEngine, type WithSetting } from './each-engine.ts';
import type { Figure } from './figures.ts';
import { fillCatalogue, productId } from '../tools/fill-catalogue.ts';
import { openConnection } from './http-client.ts';
import { readRssMb } from './machine.ts';
import { startSite, type Site } from './site.ts';
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
  'author of all articles': (i, products) =>
    paths.author('chen-yufang', { page: 1 + Math.floor(products / 240 / 2) - (i % 2) }),
  'tag that many have': (i) => paths.tag('標籤0', { page: 1 + (i % 2) }),
  'front page': () => '/',
};

/** One visitor after the other, each asking the sites of all sizes in turn, which are warm and keep no pages. */
export function measureCatalogue(): Promise<Figure[]> {
  return onEachEngine((withSetting, engine) => measureEngine(engine, withSetting));
}

/** A server with so many products. */
interface Sized {
  products: number;
  fillSeconds: number;
  site: Site;
}

async function measureEngine(
  engine: DatabaseConfig['engine'],
  withSetting: WithSetting,
  opened: readonly Sized[] = [],
): Promise<Figure[]> {
  const products = sizes[opened.length];
  if (products === undefined) return measureSites(engine, opened);
  console.error(`  ${engine} with ${products} products …`);
  return withSetting(async ({ config, databaseUrl, dataDir }) => {
    const fillSeconds = await fill(config, dataDir, products);
    const site = await startSite({ dataDir, databaseUrl });
    try {
      return await measureEngine(engine, withSetting, [...opened, { products, fillSeconds, site }]);
    } finally {
      await site.stop();
    }
  });
}

async function measureSites(engine: string, sites: readonly Sized[]): Promise<Figure[]> {
  const figures: Figure[] = sites.map(({ products, fillSeconds }) => ({
    name: `${engine}, ${products} products: filling`,
    value: fillSeconds,
    unit: 's',
  }));
  const connection = openConnection();
  for (const [kind, addressOf] of Object.entries(kinds)) {
    const taken = new Map<Sized, number[]>(sites.map((each) => [each, []]));
    for (let i = 0; i < warmUpRequests + requests; i += 1) {
      for (const each of sites) {
        const { status, ms } = await connection.get(each.site.origin + addressOf(i, each.products));
        // Some products are drafts; a fast 404 must not pass for a fast page.
        if (status === 200 && i >= warmUpRequests) taken.get(each)?.push(ms);
      }
    }
    let least: number | null = null;
    for (const [{ products }, times] of taken) {
      if (times.length < requests * 0.9)
        throw new Error(`${kind}: only ${times.length} of ${requests} were answered with 200`);
      const p95 = quantile(times, 0.95);
      const compared = least === null ? '' : `× ${(p95 / least).toFixed(2)}; `;
      figures.push({
        name: `${engine}, ${products} products: ${kind}, p95`,
        value: p95,
        unit: 'ms',
        ...(least !== null && { target: { below: 1.5 * least } }),
        note: `${compared}median ${median(times).toFixed(1)} ms`,
      });
      least ??= p95;
    }
  }
  connection.close();
  return [...figures, ...memoryFigures(engine, sites)];
}

function memoryFigures(engine: string, sites: readonly Sized[]): Figure[] {
  const least = sites[0] && readRssMb(sites[0].site.pid);
  return sites.flatMap(({ products, site }, index) => {
    const rssMb = readRssMb(site.pid);
    if (rssMb === null || least === null || least === undefined) return [];
    return {
      name: `${engine}, ${products} products: memory of the server after that`,
      value: rssMb,
      unit: 'MB',
      ...(index > 0 && { target: { below: least + 40 } }),
    };
  });
}

async function fill(config: DatabaseConfig, dataDir: string, products: number): Promise<number> {
  const log = createLog('silent');
  const db = await openDatabase(config, log);
  try {
    await importSampleContent(path.join(root, 'server/sample-content'), db, folderStore(dataDir), log);
    const startedAt = performance.now();
    await fillCatalogue(db, { products, articles: products / 10 });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await db.close();
  }
}
