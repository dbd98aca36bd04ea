import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { production } from '#scripts/build/folders.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { putOffMediaWork } from '#scripts/tools/put-off-media-work.ts';
import { untilAnswered } from '#scripts/tools/requests/http-client.ts';
import { serverCore } from './machine.ts';
import { startProgram, type Program } from '#scripts/tools/servers/programs.ts';

export interface BenchSite extends Program {
  origin: string;
}

interface SiteOptions {
  dataDir: string;
  /** Default: a free one. */
  port?: number;
  databaseUrl?: string;
  isPinned?: boolean;
  /** Default 0: every measured page is rendered for its request. */
  pageStoreMb?: number;
  /** Default: no log. */
  logLevel?: string;
  /** Further variables. */
  env?: Record<string, string>;
  /** Another build than the one that is measured as a rule. */
  outDir?: string;
  /** Leaves work of the background, such as pictures, for later. */
  isWithoutPictures?: boolean;
  /** A module that the server loads before its own, with a channel to this process. */
  probe?: string;
}

/** The built server as it runs in production, without its log. */
export async function startSite({
  dataDir,
  port: wantedPort,
  databaseUrl,
  isPinned = false,
  pageStoreMb = 0,
  logLevel = 'silent',
  env = {},
  outDir = production.outDir,
  isWithoutPictures = false,
  probe,
}: SiteOptions): Promise<BenchSite> {
  const port = wantedPort ?? (await findFreePort());
  const imports = probe === undefined ? [] : ['--import', probe];
  const database = databaseUrl === undefined ? {} : { databaseUrl };
  const environment = { ...siteEnvironment({ port, dataDir, pageStoreMb, logLevel, ...database }), ...env };
  const program = startProgram(process.execPath, [...imports, path.join(outDir, 'server.js')], {
    env: environment,
    core: isPinned ? serverCore : null,
    hasChannel: probe !== undefined,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}/readyz`, { program, limitMs: 60_000 });
  // Otherwise the server would begin this in the background half a minute later, in the middle of a measurement.
  if (isWithoutPictures)
    await putOffMediaWork(readConfig({ DATABASE_URL: environment.DATABASE_URL }).database);
  else await makePictures(environment);
  return { ...program, origin };
}

async function makePictures(env: Record<string, string>): Promise<void> {
  const worker = startProgram(process.execPath, [path.join(production.outDir, 'media-worker.js')], { env });
  await new Promise((resolve) => worker.process.once('exit', resolve));
}

export function siteEnvironment({
  port,
  dataDir,
  databaseUrl,
  pageStoreMb = 0,
  logLevel = 'silent',
}: {
  port: number;
  dataDir: string;
  pageStoreMb?: number;
  logLevel?: string;
  databaseUrl?: string;
}) {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    // Named, so that a .env file does not choose another.
    DATABASE_URL: databaseUrl ?? `sqlite:${path.join(dataDir, 'site.db')}`,
    LOG_LEVEL: logLevel,
    PAGE_STORE_MB: String(pageStoreMb),
  };
}

/** Gone when the work is done. */
export async function withTemporaryFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-bench-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
