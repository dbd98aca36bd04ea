import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { describeFailure } from '#server/base/describe-failure.ts';
import { backupCommand } from '#server/operate/backup/backup-command.ts';
import { restoreCommand } from '#server/operate/backup/restore/restore-command.ts';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { contentFolder, filesIn, type Files } from './content.ts';
import { newDatabaseConfig, preparedDatabaseConfig, silentLog, temporaryFolder } from './databases.ts';
import type { EngineName } from './databases.ts';

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** A site that does not run: its place, and what an operator does there. */
export interface StoredSite {
  config: Config;
  dataDir: string;
  backup(...args: string[]): Promise<Outcome>;
  restore(...args: string[]): Promise<Outcome>;
  import(files: Files): Promise<void>;
  /** Every file that an export writes. */
  exported(): Promise<Record<string, string>>;
  inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

export async function aStoredSite(engine: EngineName): Promise<StoredSite> {
  return storedSiteAt(await preparedDatabaseConfig(engine));
}

/** A place for a site, without any. */
export async function anEmptyPlace(engine: EngineName): Promise<StoredSite> {
  return storedSiteAt(await newDatabaseConfig(engine));
}

export function storedSiteAt(database: DatabaseConfig, dataDir = temporaryFolder()): StoredSite {
  const config: Config = { ...readConfig({ DATA_DIR: dataDir }), database };
  async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase(database, silentLog);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }
  return {
    config,
    dataDir,
    backup: (...args) => told((output) => backupCommand(args, config, silentLog, output)),
    restore: (...args) => told((output) => restoreCommand(args, config, output)),
    import: (files) =>
      inDatabase(async (db) => {
        await importContent(contentFolder(files), db, folderStore(dataDir));
      }),
    exported: () =>
      inDatabase(async (db) => {
        const dir = temporaryFolder();
        await exportContent(dir, db, folderStore(dataDir));
        return filesIn(dir);
      }),
    inDatabase,
  };
}

/** The folders of the backups in a folder of them, the oldest first; what else is there, too. */
export function backupsIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name !== '.lock')
    .sort()
    .map((name) => path.join(dir, name));
}

interface Output {
  out(line: string): void;
  err(line: string): void;
}

/** Output on a terminal, including the last message of a failed program. */
async function told(run: (output: Output) => Promise<number>): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const output = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  const code = await run(output).catch((error: unknown) => {
    err.push(describeFailure(error));
    return 1;
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
