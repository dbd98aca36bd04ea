import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { buildIfNeeded } from '#scripts/build-if-needed.ts';
import { production } from '#scripts/build/folders.ts';
import { runSite } from './run-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the sample content, as a first start leaves it: for copies. */
    sampleDataDir: string;
  }
}

/** Once for the run: some tests look at what is shipped. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  buildIfNeeded();
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-sample-'));
  const site = await runSite(production, { DATA_DIR: dir }, () => {});
  await site.stop();
  await putOffPictures(dir);
  provide('sampleDataDir', dir);
  return () => rmSync(dir, { recursive: true, force: true });
}

/** A site that runs for half a minute begins to make AVIF of what it has, which takes a core from the tests. */
async function putOffPictures(dataDir: string): Promise<void> {
  const db = await openDatabase(
    { engine: 'sqlite', file: path.join(dataDir, 'site.db') },
    createLog('silent'),
  );
  await db.write.updateTable('media_jobs').set({ run_at: '9999' }).execute();
  await db.close();
}
