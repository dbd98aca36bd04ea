import { writeTransaction, openDatabase } from '#server/db/open-database.ts';
import type { DatabaseConfig } from '#server/config-database.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { createLog } from '#server/log.ts';
import { indexMarked } from '#server/search/index-marked.ts';
import { folderStore } from '#server/media/store/folder-store.ts';

// Writes into a database until it is killed: saves, and imports of one edition of a site and the other by turns.

export interface Writing {
  config: DatabaseConfig;
  dataDir: string;
  /** Folders of content. */
  editions: readonly [string, string];
  /** Articles with the numbers below are in both. */
  articles: number;
}

async function writeUntilKilled({ config, dataDir, editions, articles }: Writing): Promise<never> {
  const db = await openDatabase(config, createLog('silent'));
  process.send?.('ready');
  for (let n = Math.floor(Math.random() * 8); ; n += 1) {
    if (n % 8 === 0) {
      await importContent(editions[Math.random() < 0.5 ? 0 : 1], db, folderStore(dataDir), { prune: true });
      continue;
    }
    const text = `第 ${n} 次寫入。${'山上的雨下了一整天，茶園裡只有鳥聲。'.repeat(1 + (n % 20))}`;
    const id = `r${10 + Math.floor(Math.random() * (articles - 10))}`;
    await writeTransaction(db, async (trx) => {
      await trx
        .updateTable('articles')
        .set({ title: `寫了 ${n} 次`, body_html: text })
        .where('id', '=', id)
        .execute();
      await indexMarked(trx);
    });
  }
}

process.once('message', (writing: Writing) => void writeUntilKilled(writing));
// Whoever started it is gone.
process.once('disconnect', () => process.exit());
