import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { splitFrontMatter } from '#server/content/front-matter.ts';
import type { Database } from '#server/db/open-database.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { root } from '#scripts/build/folders.ts';

/**
 * Imports other texts of these articles of the sample content again and again, as a writer that asks nobody, until it is
 * stopped. Resolves to how often.
 */
export function importEdits(db: Database, dataDir: string, articles: readonly string[]) {
  let isOver = false;
  const importing = (async () => {
    let count = 0;
    while (!isOver) {
      count += 1;
      const dir = path.join(dataDir, 'edits');
      mkdirSync(path.join(dir, 'articles'), { recursive: true });
      for (const article of articles) {
        const file = readFileSync(path.join(root, `server/sample-content/articles/${article}.md`), 'utf8');
        const yaml = splitFrontMatter(file)?.yaml ?? '';
        writeFileSync(path.join(dir, `articles/${article}.md`), `---\n${yaml}\n---\n\n匯入 ${count}。\n`);
      }
      await importContent(dir, db, folderStore(dataDir));
      await delay(pauseMs);
    }
    return count;
  })();
  return {
    stop(): Promise<number> {
      isOver = true;
      return importing;
    },
  };
}

const pauseMs = 1_000;
