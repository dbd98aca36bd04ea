import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { silentLog } from './databases.ts';
import type { ImportUntil } from './import-until.ts';

/** Imports a folder in a process of its own, which is killed at that moment. */
export async function killImport(importing: ImportUntil): Promise<void> {
  const program = path.resolve('tests/helpers/import-until.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(importing)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const words = await Promise.race([once(child.stdout, 'data'), ended]);
  expect(String(words[0])).toBe('there\n');
  child.kill('SIGKILL');
  await ended;
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
