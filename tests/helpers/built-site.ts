import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { BuildTarget } from '#scripts/build/folders.ts';
import { temporaryFolder, type AtEnd } from './databases.ts';
import { runSite, type RunningSite } from './run-site.ts';
import { sampleFolder } from './sample-folder.ts';

/** A site that tests visit and leave as it is. */
export type Visited = Pick<RunningSite, 'origin'>;

/** The built server as a process of its own, with the sample content in a database of its own, for one test. */
export async function startSite(
  target: Pick<BuildTarget, 'outDir'>,
  env: Record<string, string> = {},
): Promise<RunningSite> {
  // A site with settings for its data starts without content.
  const beginsAnew = Object.keys(env).some((name) => ownData.has(name));
  const dir = beginsAnew ? temporaryFolder() : sampleFolder();
  return runSite(target, { DATA_DIR: dir, ...env }, onTestFinished);
}

/**
 * The shared site with the sample content, for all tests that only read. Tests that write or stop it have their own.
 */
export function sampleSite(): Visited {
  const origin = inject('sampleOrigin');
  if (origin === null) throw new Error('no site is started for tests of this tier');
  return { origin };
}

/** Returns a shared site for all tests of a file that only read. Called where tests are defined. */
export function shareSite(
  target: Pick<BuildTarget, 'outDir'>,
  /** Puts into the data folder what the tests need besides the sample content. */
  prepare: (dataDir: string, atEnd: AtEnd) => Promise<void>,
): () => Visited {
  let site: Visited | null = null;
  const atEnd = atEndOfFile();
  beforeAll(async () => {
    const dir = sampleFolder(atEnd);
    await prepare(dir, atEnd);
    site = await runSite(target, { DATA_DIR: dir }, atEnd);
  });
  return () => {
    if (site === null) throw new Error('the site has not been started yet');
    return site;
  };
}

/** Called where tests are defined. The last one added ends first. */
export function atEndOfFile(): AtEnd {
  const ends: Parameters<AtEnd>[0][] = [];
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return (end) => void ends.push(end);
}

const ownData = new Set(['DATA_DIR', 'DATABASE_URL', 'SAMPLE_CONTENT']);
