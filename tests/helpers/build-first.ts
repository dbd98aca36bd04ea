import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '#scripts/build-if-needed.ts';
import { production } from '#scripts/build/folders.ts';
import { putOffMediaWork } from '#scripts/tools/put-off-media-work.ts';
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
  await putOffMediaWork({ engine: 'sqlite', file: path.join(dir, 'site.db') });
  provide('sampleDataDir', dir);
  return () => rmSync(dir, { recursive: true, force: true });
}
