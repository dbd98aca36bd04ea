import path from 'node:path';
import autocannon from 'autocannon';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { importSampleContent } from '#server/features/import-export/sample-content.ts';
import { createLog } from '#server/base/log.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { root } from '#scripts/build/folders.ts';
import { fillCatalogue, productId } from '#scripts/tools/fill-catalogue.ts';
import type { BenchSite } from '../site/site.ts';

const addresses = 20_000;
const acceptable = { 'Accept-Encoding': 'gzip, deflate, br', Accept: 'text/html' };

/** A site of 100,000 products and 5,000 articles beside the sample content. */
export async function openFilled(dataDir: string): Promise<Database> {
  const log = createLog('silent');
  const db = await openDatabase({ engine: 'sqlite', file: path.join(dataDir, 'site.db') }, log);
  await importSampleContent(path.join(root, 'server/sample-content'), db, folderStore(dataDir), log);
  await fillCatalogue(db, { products: 100_000, articles: 5_000 });
  return db;
}

/** Requests the paths in this order, each by the next of 32 connections that is free. */
export async function ask(site: BenchSite, paths: readonly string[]): Promise<void> {
  let next = 0;
  const result = await autocannon({
    url: site.origin,
    headers: acceptable,
    connections: 32,
    amount: paths.length,
    requests: [{ setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] }) }],
  });
  if (result.errors + result.timeouts + result['5xx'] > 0) throw new Error('requests of many pages failed');
}

/** Requests in which the n-th address is about 1/n as frequent as the first. Some are of drafts, and so 404. */
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
