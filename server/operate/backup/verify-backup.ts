import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { mediaInFolder } from '#server/config/config-media.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { migrations } from '#server/db/migrations.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { openAsItIs } from '#server/db/open/open-as-it-is.ts';
import { isUsable, readSchemaState } from '#server/db/schema-state.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { unfinishedName } from './backup-folder.ts';
import { findDifferences, sumContent, type ContentSums } from './make/content-sums.ts';
import type { Manifest } from './manifest.ts';
import { connectForWork, selectValues } from './postgres-tools.ts';
import { restoreBackup } from './restore/restore-backup.ts';

type Site = Pick<Config, 'database' | 'dataDir'>;

/**
 * Reads the content of the site now. Resolves to a function that restores a backup beside the site, as an operator
 * would do it, and compares the exports of both.
 */
export async function verifyBackup(
  site: Site,
  log: Log,
  { dir, out }: { dir: string; out: (line: string) => void },
): Promise<(backup: string, manifest: Manifest) => Promise<void>> {
  const before = await sumSite(site, log);
  return async (backup, manifest) => {
    const after = await sumSite(site, log);
    const restored = await sumRestored(site, log, { dir, backup, manifest });
    const differences = findDifferences({ before, after, restored });
    if (differences.length > 0)
      throw new OperatorError(
        `what was restored beside differs from the site in ${differences.length} file(s) of an export, such as ${differences.slice(0, 5).join(', ')}`,
      );
    out(`Restored beside and compared: ${restored.size} files of an export are as the site has them.`);
  };
}

async function sumSite({ database }: Site, log: Log): Promise<ContentSums> {
  const { db, close } = openAsItIs(database, log);
  try {
    if (!isUsable(await readSchemaState(db, database.engine, migrations)))
      throw new OperatorError(
        'the schema of the database is not that of this version of the program, which cannot read its content; leave out --verify, or start the site with this version first',
      );
    return await sumContent(db);
  } finally {
    await close();
  }
}

interface Beside {
  dir: string;
  backup: string;
  manifest: Manifest;
}

async function sumRestored(site: Site, log: Log, { dir, backup, manifest }: Beside): Promise<ContentSums> {
  // The next backup removes a folder of this name, if this command is killed.
  const dataDir = path.join(dir, unfinishedName(`verify-${randomUUID().slice(0, 8)}`));
  await mkdir(dataDir, { mode: 0o700 });
  try {
    return await besideDatabase(site.database, dataDir, async (database) => {
      const target = { database, dataDir, media: mediaInFolder };
      const options = { dir: backup, manifest, target, mayReplace: false, keepsSessions: false };
      await restoreBackup({ ...options, nowMs: Date.now() });
      const db = await openDatabase(database, log);
      try {
        return await sumContent(db.read);
      } finally {
        await db.close();
      }
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** An empty database of the engine, gone when the work is done. */
async function besideDatabase<T>(
  database: DatabaseConfig,
  dataDir: string,
  work: (database: DatabaseConfig) => Promise<T>,
): Promise<T> {
  if (database.engine === 'sqlite') return work({ engine: 'sqlite', file: path.join(dataDir, 'site.db') });
  const server = await connectForWork(database.url);
  try {
    // The number of the site's own database: others on this server may be verified too.
    const oids = await selectValues(
      server,
      'select oid as value from pg_database where datname = current_database()',
    );
    const prefix = `qingye_verify_${oids[0]}_`;
    await removeLeft(server, prefix);
    const name = prefix + randomUUID().slice(0, 8);
    const [made = ''] = await selectValues(server, creationOf(name));
    await server.query(made).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError(
        `--verify needs a database beside the site's, and cannot make one: ${reason}; give the role of DATABASE_URL the right by ALTER ROLE … CREATEDB, or leave out --verify`,
        { cause },
      );
    });
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    try {
      return await work({ ...database, url: url.href });
    } finally {
      await server.query(`drop database ${name} with (force)`);
    }
  } finally {
    await server.end();
  }
}

/** It sorts and spells as the site's, whatever the server's own way is. */
function creationOf(name: string): string {
  return `select format('create database ${name} template template0 encoding %L lc_collate %L lc_ctype %L',
    pg_encoding_to_char(encoding), datcollate, datctype) as value
    from pg_database where datname = current_database()`;
}

/** Held while a backup of this database is verified. */
const verifyLock = 7_261_904_318;

/**
 * Removes databases that killed commands have left. While another command holds the lock, it may be using one of them.
 */
async function removeLeft(server: pg.Client, prefix: string): Promise<void> {
  const [isAlone] = await selectValues(server, `select pg_try_advisory_lock(${verifyLock}) as value`);
  if (isAlone !== 'true') return;
  const left = await selectValues(
    server,
    `select datname as value from pg_database where starts_with(datname, ${pg.escapeLiteral(prefix)})`,
  );
  // Fails for a database of another role, or one that somebody looks at.
  for (const name of left) await server.query(`drop database ${pg.escapeIdentifier(name)}`).catch(() => {});
}
