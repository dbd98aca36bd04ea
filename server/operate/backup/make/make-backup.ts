import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { isoAt } from '#server/base/clock.ts';
import type { Ask } from '#server/db/moving-mark.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { OperatorError } from '#server/base/errors.ts';
import { listBackups, nameAt, removeUnfinished, unfinishedName, type FoundBackup } from '../backup-folder.ts';
import { copyElsewhere } from './copy-elsewhere.ts';
import { copyMedia, type CopiedMedia, type EarlierBackup } from './copy-media.ts';
import { copyPostgres } from './copy-postgres.ts';
import { copySqlite, openSource } from './copy-sqlite.ts';
import type { DatabaseCopy } from './database-copy.ts';
import { isExpectedFailure } from '../expected-failure.ts';
import { holdLock } from '../hold-lock.ts';
import { databaseNames, manifestName, readManifest, toManifest, type Manifest } from '../manifest.ts';
import { connectForWork } from '../postgres-tools.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import { requireSiteMedia } from '#server/media/store/site-media.ts';
import { flush, sumOf } from '#server/media/store/sums.ts';

export interface MadeBackup {
  dir: string;
  manifest: Manifest;
  /** How many files it shares with an earlier one. */
  shared: number;
}

interface Options {
  config: Pick<Config, 'database' | 'dataDir' | 'media'>;
  /** The folder of backups. */
  dir: string;
  nowMs: number;
  /** Checks the backup before it gets its name; throws when it is not as it should be. */
  verify?: (dir: string, manifest: Manifest) => Promise<void>;
}

/**
 * Writes a new folder into the folder of backups, and gives it its name when it is whole. The files of pictures come
 * first, then the database, then the files that came since: a row is written after its files, and these stay for a day
 * after the row is gone, so that each row of the copy finds its files.
 * @throws OperatorError when there is no backup, of which then nothing is left.
 */
export async function makeBackup(options: Options): Promise<MadeBackup> {
  const { dir, nowMs } = options;
  const release = holdLock(path.join(dir, '.lock'), 'another backup into this folder');
  try {
    await removeUnfinished(dir);
    const name = nameAt(nowMs);
    const unfinished = path.join(dir, unfinishedName(name));
    try {
      const made = await fill(unfinished, options);
      await options.verify?.(unfinished, made.manifest);
      await rename(unfinished, path.join(dir, name));
      await flush(dir);
      return { ...made, dir: path.join(dir, name) };
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true }).catch(() => {});
      throw describeFailedBackup(dir, error);
    }
  } finally {
    release();
  }
}

async function fill(to: string, { config, dir, nowMs }: Options): Promise<Omit<MadeBackup, 'dir'>> {
  const { database, dataDir } = config;
  await askSite(database, (ask) => requireSiteMedia(ask, database.engine, config));
  const { served, elsewhere } = openMediaPlaces(config);
  const copied: CopiedMedia = { files: new Map(), shared: 0, unreadable: new Set(), damaged: new Set() };
  const backups = await listBackups(dir);
  const earlier = await findEarlier(dir, backups);
  const sequence = 1 + Math.max(0, ...backups.map((one) => one.sequence ?? 0));
  const copyAll = async () => {
    if (served.length > elsewhere.length) await copyMedia({ dataDir, to, earlier }, copied);
    for (const store of elsewhere) await copyElsewhere({ store, to, earlier }, copied);
  };
  // Private: it holds password hashes, sessions, and originals with the notes of cameras.
  await mkdir(to, { mode: 0o700 });
  await copyAll();
  const databaseName = databaseNames[database.engine];
  const target = path.join(to, databaseName);
  const copy =
    database.engine === 'sqlite'
      ? await copySqlite(database.file, target)
      : await copyPostgres(database.url, target);
  await chmod(target, 0o600);
  copied.files.set(databaseName, await sumOf(target));
  await copyAll();
  await writeFile(
    path.join(to, manifestName),
    toManifest(factsOf(copy, copied, { config, nowMs, sequence })),
    {
      mode: 0o600,
      flush: true,
    },
  );
  await flush(to);
  return { manifest: await readManifest(to), shared: copied.shared };
}

/** Before anything is copied: that may take hours. */
async function askSite(database: DatabaseConfig, work: (ask: Ask) => Promise<void>): Promise<void> {
  if (database.engine === 'sqlite') {
    const source = openSource(database.file);
    await work(async (query) => source.prepare(query).all()).finally(() => source.close());
    return;
  }
  const client = await connectForWork(database.url);
  await work(async (query) => (await client.query(query)).rows).finally(() => client.end().catch(() => {}));
}

function factsOf(
  { namedFiles, ...copy }: DatabaseCopy,
  { files, unreadable, damaged }: CopiedMedia,
  { config, nowMs, sequence }: Pick<Options, 'config' | 'nowMs'> & { sequence: number },
): Parameters<typeof toManifest>[0] {
  const isTold = (name: string) => files.has(name) || unreadable.has(name) || damaged.has(name);
  return {
    madeAt: isoAt(nowMs),
    sequence,
    engine: config.database.engine,
    ...copy,
    missing: namedFiles.filter((name) => !isTold(name)).sort(),
    unreadable: [...unreadable].sort(),
    damaged: [...damaged].sort(),
    files: Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Newest backup with a readable manifest: its files need not be written once more. */
async function findEarlier(dir: string, backups: readonly FoundBackup[]): Promise<EarlierBackup | null> {
  const newest = backups.at(-1);
  if (newest === undefined) return null;
  const earlier = path.join(dir, newest.name);
  // A damaged one is no reason to have none.
  return readManifest(earlier).then(
    ({ files }) => ({ dir: earlier, files, isCompared: newest.sequence !== null }),
    () => null,
  );
}

function describeFailedBackup(dir: string, error: unknown): unknown {
  if (!isExpectedFailure(error)) return error;
  const what =
    findStorageTrouble(error) === 'full' ? `there is no room in ${dir}: ${error.message}` : error.message;
  return new OperatorError(`${what}. No backup was made, and nothing of it is left in ${dir}.`, {
    cause: error,
  });
}
