import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { DatabaseConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { importSampleContent } from '#server/features/content/sample-content.ts';
import { createLog } from '#server/log.ts';
import { root } from '../build/folders.ts';
import { openPostgres } from '../../tests/helpers/open-postgres.ts';
import type { Figure } from './figures.ts';
import { category, counts, fillCatalogue, productId } from './fill-catalogue.ts';
import { openConnection } from './http-client.ts';
import { readCpuSeconds } from './machine.ts';
import { startSite, withTemporaryFolder } from './site.ts';
import { median, quantile } from './statistics.ts';

const requests = 200;
const warmUpRequests = 50;

/** The i-th address of each kind. Neighbours differ, so that none is answered from what the one before left. */
const kinds: Record<string, (i: number) => string> = {
  'list, first page': () => '/product',
  'list, page 4000': (i) => `/product?page=${4000 - i}`,
  'by price, page 4000': (i) => `/product?sort=price-desc&page=${4000 - i}`,
  'category, first pages': (i) => `/product?category=${encodeURIComponent(category(i))}&page=${1 + (i % 20)}`,
  'category by price, deep': (i) =>
    `/product?category=${encodeURIComponent('類別0')}&sort=price-asc&page=${800 - i}`,
  product: (i) => `/product/info/${encodeURIComponent(productId(i * 499))}`,
  'articles, page 200': (i) => `/articles?page=${200 - (i % 100)}`,
};

/** One visitor after the other, on a server that is warm. */
export async function measureCatalogue(): Promise<Figure[]> {
  const figures = await withTemporaryFolder((dataDir) =>
    measureEngine({ engine: 'sqlite', file: path.join(dataDir, 'site.db') }, dataDir),
  );
  const postgres = await openPostgres();
  if (postgres === null) {
    console.error(
      '*** LEFT OUT: PostgreSQL: install the package "postgresql", or set TEST_DATABASE_URL. ***',
    );
    return figures;
  }
  try {
    const onPostgres = await withTemporaryFolder((dataDir) =>
      withNewDatabase(postgres.url, (url) =>
        measureEngine({ engine: 'postgres', url, poolSize: 5 }, dataDir),
      ),
    );
    return [...figures, ...onPostgres];
  } finally {
    await postgres.stop();
  }
}

async function measureEngine(config: DatabaseConfig, dataDir: string): Promise<Figure[]> {
  const fillSeconds = await fill(config, dataDir);
  const databaseUrl = config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url;
  const site = await startSite({ dataDir, databaseUrl });
  const connection = openConnection();
  const figures: Figure[] = [
    { name: `${config.engine}: filling ${counts.products} products`, value: fillSeconds, unit: 's' },
  ];
  for (const [kind, addressOf] of Object.entries(kinds)) {
    const ask = (i: number) => connection.get(site.origin + addressOf(i));
    for (let i = 0; i < warmUpRequests; i += 1) await ask(i);
    const times: number[] = [];
    const cpuBefore = readCpuSeconds(site.pid);
    for (let i = 0; i < requests; i += 1) {
      const { status, ms } = await ask(i);
      // Some products are drafts; a fast 404 must not pass for a fast page.
      if (status === 200) times.push(ms);
    }
    const cpuAfter = readCpuSeconds(site.pid);
    if (times.length < requests * 0.9) {
      throw new Error(`${kind}: only ${times.length} of ${requests} were answered with 200`);
    }
    const cpuMs = cpuBefore === null || cpuAfter === null ? NaN : ((cpuAfter - cpuBefore) * 1000) / requests;
    figures.push({
      name: `${config.engine}: ${kind}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      target: { below: 50 },
      note: `median ${median(times).toFixed(1)} ms; the server computes ${cpuMs.toFixed(1)} ms`,
    });
  }
  connection.close();
  await site.stop();
  return figures;
}

async function fill(config: DatabaseConfig, dataDir: string): Promise<number> {
  const log = createLog('silent');
  const db = await openDatabase(config, log);
  try {
    await importSampleContent(path.join(root, 'server/sample-content'), db, dataDir, log);
    const startedAt = performance.now();
    await fillCatalogue(db);
    const seconds = (performance.now() - startedAt) / 1000;
    // What autovacuum does by itself a minute later.
    if (config.engine === 'postgres') await sql`vacuum analyze`.execute(db.write);
    return seconds;
  } finally {
    await db.close();
  }
}

async function withNewDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `qingye_bench_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await onServer(serverUrl, `drop database ${name} with (force)`);
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
