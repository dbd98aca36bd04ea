import { cpSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { listChildren } from '#scripts/tools/servers/other-processes.ts';
import { startSite } from './built-site.ts';
import { newDatabaseConfig, temporaryFolder, urlOf, type EngineName } from './databases.ts';
import type { RunningSite } from './run-site.ts';

/** The built site in two processes that another one looks after, all there. */
export async function startTwo(
  engine: EngineName,
  { env = {}, outDir = production.outDir }: { env?: Record<string, string>; outDir?: string } = {},
): Promise<RunningSite> {
  const database = engine === 'sqlite' ? {} : { DATABASE_URL: urlOf(await newDatabaseConfig(engine)) };
  const data = engine === 'sqlite' ? {} : { DATA_DIR: temporaryFolder() };
  const site = await startSite({ outDir }, { PROCESSES: '2', ...data, ...database, ...env });
  // Whatever a test does to the parent: they end with it.
  const children = () => listChildrenIfThere(site.pid);
  onTestFinished(() => {
    for (const child of children()) process.kill(child, 'SIGKILL');
  });
  await expect.poll(() => site.output()).toContain('a further process serves');
  return site;
}

/** Copies a build, so that a test may replace it: `link` leads to it, as to the newest of several. */
export function buildBehindLink(): { link: string; addBuild(name: string): string } {
  const folder = temporaryFolder();
  const addBuild = (name: string) => {
    const build = path.join(folder, name);
    cpSync(production.outDir, build, { recursive: true });
    return build;
  };
  const link = path.join(folder, 'current');
  symlinkSync(addBuild('first'), link);
  return { link, addBuild };
}

function listChildrenIfThere(pid: number): number[] {
  try {
    return listChildren(pid);
  } catch {
    return [];
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
