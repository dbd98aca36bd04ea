import path from 'node:path';
import { openDatabase, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import { settleOffers } from '#server/content/offers/settle-offers.ts';
import { importSampleContent } from '#server/features/import-export/sample-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { mergeSegments } from '#server/search/write/merge-segments.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { root } from '../build/folders.ts';
import { measureBesideFacets } from './catalogue/beside-facets.ts';
import { measureFilteredPages } from './catalogue/filtered-pages.ts';
import { fillParts, partId } from './catalogue/parts.ts';
import type { Figure } from './figures.ts';
import { onEachDatabase, type EngineSetting } from './site/each-engine.ts';
import { quantile } from './statistics.ts';

const parts = Number(process.env['CATALOGUE_BENCH'] ?? 1_000_000);

/** Filtered lists of the products in `CATALOGUE_BENCH`: whole pages, memory, lists without filters, and saves. */
export function measureCatalogue(): Promise<Figure[]> {
  return onEachDatabase(measureEngine);
}

async function measureEngine({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const { engine } = config;
  const tell = (what: string) => console.error(`  ${engine}: ${what} …`);
  const log = createLog('warn');
  const db = await openDatabase(config, log);
  try {
    await importSampleContent(path.join(root, 'server/sample-content'), db, folderStore(dataDir), log);
    tell(`filling ${parts} products`);
    await fillParts(db, parts);
    tell('saving');
    const saves = await measureSaves(db);
    const served = { dataDir, databaseUrl, engine, parts };
    tell('reading them for filters');
    const beside = await measureBesideFacets(served);
    tell('asking for pages');
    return [...(await measureFilteredPages(served)), ...beside, saves];
  } finally {
    await db.close();
  }
}

/** SQLite copies its log into the file at every twentieth or so: fewer would be luck. */
const saves = 400;
const maxSaveMs = { sqlite: 10, postgres: 40 };

async function measureSaves(db: Database): Promise<Figure> {
  const random = randomNumbers(6);
  const ids = Array.from({ length: saves }, () => partId(random(parts)));
  await indexParts(db, ids);
  const times: number[] = [];
  for (const id of ids) {
    const other = partId(random(parts));
    const startedAt = performance.now();
    await writeTransaction(db, async (trx) => {
      await trx
        .updateTable('products')
        .set((eb) => ({
          list_price: 10 * random(600),
          specs: eb.selectFrom('products as other').select('specs').where('id', '=', other),
        }))
        .where('id', '=', id)
        .execute();
      await settleOffers(trx, { now: new Date().toISOString() });
      await indexMarked(trx);
    });
    times.push(performance.now() - startedAt);
  }
  return {
    name: `catalogue, ${db.engine}, ${parts} products: saving one, p95`,
    value: quantile(times, 0.95),
    unit: 'ms',
    target: { below: maxSaveMs[db.engine] },
    note: `half within ${quantile(times, 0.5).toFixed(1)} ms`,
  };
}

/** Puts the products into the index, as on a site that serves: a save there neither merges it nor makes room in it. */
async function indexParts(db: Database, ids: readonly string[]): Promise<void> {
  await writeTransaction(db, async (trx) => {
    await trx
      .updateTable('products')
      .set({ summary: '一個用來量測的零件。' })
      .where('id', 'in', ids)
      .execute();
    await indexMarked(trx);
  });
  if (db.engine === 'sqlite') await mergeSegments(db);
}
