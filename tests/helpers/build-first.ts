import { cpSync, mkdtempSync, rmSync } from 'node:fs';
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
    /** Origin of a running site with the sample content, for tests that only read; null where no tier of the run needs it. */
    sampleOrigin: string | null;
  }
}

/** Once for the run: some tests look at what is shipped, and many visit one and the same site. */
export default async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
  buildIfNeeded();
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-sample-'));
  const start = (dataDir: string) => runSite(production, { DATA_DIR: dataDir }, () => {});
  const sampleDataDir = path.join(dir, 'sample');
  await (await start(sampleDataDir)).stop();
  await putOffMediaWork({ engine: 'sqlite', file: path.join(sampleDataDir, 'site.db') });
  provide('sampleDataDir', sampleDataDir);

  const isVisited = vitest.projects.some(({ name }) => !['fast', 'engines', 'pooled'].includes(name));
  if (isVisited) cpSync(sampleDataDir, path.join(dir, 'shared'), { recursive: true });
  const shared = isVisited ? await start(path.join(dir, 'shared')) : null;
  provide('sampleOrigin', shared?.origin ?? null);
  return async () => {
    await shared?.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
