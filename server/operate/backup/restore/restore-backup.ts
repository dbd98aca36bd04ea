import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Ask } from '#server/db/moving-mark.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import { requireSiteMedia } from '#server/media/store/site-media.ts';
import { adoptAs } from './adopt.ts';
import { afterRestore, type Statement } from './after-restore.ts';
import { requireUsable, requireWhole } from '../make/check-backup.ts';
import { isExpectedFailure } from '../expected-failure.ts';
import { holdLock } from '../hold-lock.ts';
import { databaseNameIn, type Manifest } from '../manifest.ts';
import { listStrays, restoreElsewhere, restoreMedia } from './restore-media.ts';
import { examineTarget, restorePostgres } from './restore-postgres.ts';
import { stageSqlite, swapSqlite, takeFormer } from './restore-sqlite.ts';

interface Options {
  /** The folder of the backup. */
  dir: string;
  manifest: Manifest;
  target: Pick<Config, 'database' | 'dataDir' | 'media'>;
  mayReplace: boolean;
  keepsSessions: boolean;
  nowMs: number;
}

/** Puts the new database in place, with these statements run on it, once the files are there. */
type Put = (statements: Statement[]) => Promise<void>;

/**
 * Restores a backup in the place of a site that is not running. Problems are found before anything is changed; then
 * files come beside the existing ones; the database comes last, in one step.
 * @throws OperatorError when the target is as it was.
 */
export async function restoreBackup(options: Options): Promise<void> {
  const { dir, manifest, target, mayReplace, keepsSessions, nowMs } = options;
  requireUsable(manifest, target.database);
  await requireWhole(dir, manifest);
  await mkdir(target.dataDir, { recursive: true });
  const release = holdLock(path.join(target.dataDir, '.restore-lock'), 'another restore');
  try {
    const { put, leave } = await takeTarget(target.database, options, mayReplace);
    try {
      const { store, move } = openMediaPlaces(target);
      if (target.media.store.kind === 'folder')
        await restoreMedia(
          { backup: dir, dataDir: target.dataDir },
          manifest.files,
          await adoptAs(target.dataDir),
        );
      else await restoreElsewhere({ backup: dir, store: move?.to ?? store }, manifest.files);
      const strays = await listStrays(store, manifest.files);
      await put(afterRestore({ manifest, keepsSessions, strays, nowMs }));
    } catch (error) {
      throw describeFailedRestore(error);
    } finally {
      leave();
    }
  } finally {
    release();
  }
}

/** The last step is one: it was done or not, whatever failed after it. */
function describeFailedRestore(error: unknown): unknown {
  if (!isExpectedFailure(error)) return error;
  const what = findStorageTrouble(error) === 'full' ? `there is no room: ${error.message}` : error.message;
  return new OperatorError(`${what}. The restore did not end; what is there is whole. Restore again.`, {
    cause: error,
  });
}

async function takeTarget(
  database: DatabaseConfig,
  { dir, manifest, target }: Options,
  mayReplace: boolean,
): Promise<{ put: Put; leave: () => void }> {
  const backup = path.join(dir, databaseNameIn(manifest));
  if (database.engine === 'postgres') {
    const { url } = database;
    const look = (ask: Ask) => requireSiteMedia(ask, 'postgres', target);
    const place = await examineTarget(url, manifest, { mayReplace, look });
    const put: Put = (statements) => restorePostgres({ url, target: place, backup, manifest, statements });
    return { put, leave: () => {} };
  }
  const { file } = database;
  await mkdir(path.dirname(file), { recursive: true });
  const former = takeFormer(file, mayReplace);
  const { lock } = former;
  const leave = () => lock?.isOpen && lock.close();
  try {
    if (lock !== null) await requireSiteMedia(async (query) => lock.prepare(query).all(), 'sqlite', target);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    async put(statements) {
      const adopt = await adoptAs(target.dataDir);
      const staged = await stageSqlite({ backup, file, manifest, statements, adopt });
      await swapSqlite(staged, file, former);
    },
    leave,
  };
}
