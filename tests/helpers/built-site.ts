import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { BuildTarget } from '../../scripts/build/folders.ts';
import { temporaryFolder } from './databases.ts';
import { runSite, type RunningSite } from './run-site.ts';

/** The built server as a process of its own, with the sample content in a database of its own, for one test. */
export async function startSite(
  target: Pick<BuildTarget, 'outDir'>,
  env: Record<string, string> = {},
): Promise<RunningSite> {
  const dir = temporaryFolder();
  // What is configured otherwise starts with nothing.
  if (Object.keys(env).every((name) => !beginsAnew.has(name))) copySample(dir);
  return runSite(target, { DATA_DIR: dir, ...env }, onTestFinished);
}

/** One for all tests of a file, which only read. Called where tests are defined. */
export function shareSite(target: Pick<BuildTarget, 'outDir'>): () => RunningSite {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-test-'));
  copySample(dir);
  let site: RunningSite | null = null;
  let end: (() => Promise<void>) | null = null;
  beforeAll(async () => {
    site = await runSite(target, { DATA_DIR: dir }, (kill) => (end = kill));
  });
  afterAll(async () => {
    await end?.();
    rmSync(dir, { recursive: true, force: true });
  });
  return () => {
    if (site === null) throw new Error('the site has not been started yet');
    return site;
  };
}

const beginsAnew = new Set(['DATA_DIR', 'DATABASE_URL', 'SAMPLE_CONTENT']);

/** A first start takes a second, and there are some hundred in a run. */
function copySample(dir: string): void {
  cpSync(inject('sampleDataDir'), dir, { recursive: true });
}
