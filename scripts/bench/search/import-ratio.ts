import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseConfig } from '#server/config.ts';
import { openDatabase, writeTransaction, type Database } from '#server/db/open-database.ts';
import { searchTriggers } from '#server/db/search-triggers.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { createLog } from '#server/log.ts';
import type { Figure } from '../figures.ts';
import { median } from '../statistics.ts';
import { charactersOf, createTexts } from './corpus.ts';

const products = 10_000;
const rounds = 3;

/**
 * Imports products by turns into a database with search, and into one without the triggers that mark what is to be
 * indexed, so that nothing is. Each round has other products.
 */
export async function measureImportRatio(
  [withIndex, without]: readonly [DatabaseConfig, DatabaseConfig],
  dataDir: string,
): Promise<Figure> {
  const log = createLog('warn');
  const databases = [await openDatabase(withIndex, log), await openDatabase(without, log)] as const;
  try {
    const { engine } = databases[1];
    await writeTransaction(databases[1], (trx) => searchTriggers.removeFormer(trx, engine));
    const seconds: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const dir = makeFolder(dataDir, round);
      for (const index of [0, 1] as const) {
        const took = await secondsOf(databases[index], dir, dataDir);
        // The first round only warms up.
        if (round > 0) seconds[index].push(took);
      }
    }
    const [indexed, plain] = [median(seconds[0]), median(seconds[1])];
    return {
      name: `search, ${engine}: import of ${products} products, with its index ÷ without`,
      value: indexed / plain,
      unit: '×',
      target: { below: 1.5 },
      note: `${indexed.toFixed(1)} and ${plain.toFixed(1)} s, medians of ${rounds}`,
    };
  } finally {
    for (const db of databases) await db.close();
  }
}

async function secondsOf(db: Database, dir: string, dataDir: string): Promise<number> {
  const startedAt = performance.now();
  await importContent(dir, db, dataDir);
  return (performance.now() - startedAt) / 1000;
}

function makeFolder(dataDir: string, round: number): string {
  const dir = path.join(dataDir, `incoming-${round}`);
  mkdirSync(path.join(dir, 'products'), { recursive: true });
  const texts = createTexts(round + 3);
  for (let i = 0; i < products; i += 1) {
    const text = texts.text(charactersOf.products);
    const front = `name: "${text.slice(0, 10)}"\nsummary: "${text.slice(10, 40)}"\ncategory: 新進\nprice: ${i}\nsku: QY-${round}-${i}`;
    const file = `---\n${front}\npublishedAt: 2026-01-01T08:00:00+08:00\n---\n\n${text}\n`;
    writeFileSync(path.join(dir, 'products', `p${round}-${i}.md`), file);
  }
  return dir;
}
