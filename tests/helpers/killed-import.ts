import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { DatabaseConfig } from '#server/config-database.ts';
import { openDatabase, type Database } from '#server/db/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { silentLog, urlOf } from './databases.ts';

/** Begins the import of a folder in a process of its own, which the test may kill. */
export function startImport(dir: string, config: DatabaseConfig, dataDir: string): ChildProcess {
  const cli = path.join(production.outDir, 'cli.js');
  const child = spawn(process.execPath, [cli, 'content', 'import', '--prune', dir], {
    env: { ...process.env, DATABASE_URL: urlOf(config), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export async function withDatabase<T>(
  config: DatabaseConfig,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(config, silentLog);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** A killed client's last statement may still run in the server, and end in its commit. */
export async function untilAlone({ engine, read }: Database): Promise<void> {
  if (engine === 'sqlite') return;
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and xact_start is not null and pid <> pg_backend_pid()`.execute(read);
      return rows.length;
    })
    .toBe(0);
}
