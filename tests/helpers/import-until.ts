import { writeSync } from 'node:fs';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { importContent, type ImportOptions } from '#server/features/import-export/import-content.ts';
import { createLog } from '#server/base/log.ts';
import { folderStore } from '#server/media/store/folder-store.ts';

// A program that imports a folder up to a moment, says so, and does nothing more until it is killed.

/** When so much of a phase is done: 1 is all of it. */
export interface ImportMoment {
  phase: Parameters<NonNullable<ImportOptions['onProgress']>>[0];
  part: number;
  /** Whether it goes on when it has said so, to be killed somewhere in what follows. */
  goesOn?: boolean;
}

export interface ImportUntil {
  dir: string;
  config: DatabaseConfig;
  dataDir: string;
  moment: ImportMoment;
}

async function importUntil({ dir, config, dataDir, moment }: ImportUntil): Promise<void> {
  const db = await openDatabase(config, createLog('silent'));
  let isThere = false;
  const onProgress: ImportOptions['onProgress'] = (phase, done, total) => {
    if (isThere || phase !== moment.phase || done < moment.part * total) return;
    isThere = true;
    writeSync(1, 'there\n');
    // Holds the whole process, at this very statement.
    if (!moment.goesOn) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  await importContent(dir, db, folderStore(dataDir), { prune: true, onProgress });
  await db.close();
  if (!isThere) throw new Error('the import has ended before that moment');
}

await importUntil(JSON.parse(process.argv[2] ?? '') as ImportUntil);
