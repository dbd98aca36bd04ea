import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#server/db/open-database.ts';
import { production } from '../../scripts/build/folders.ts';
import { anAccount } from './accounts.ts';
import { startSite } from './built-site.ts';
import { newDatabaseConfig, silentLog } from './databases.ts';

/** The built site, with an account, and its database for what the test does besides. */
export async function startAccountSite(
  env: Record<string, string> = {},
): Promise<{ origin: string; db: Database }> {
  const database = await newDatabaseConfig('sqlite');
  const file = database.engine === 'sqlite' ? path.resolve(database.file) : '';
  const { origin } = await startSite(production, { DATABASE_URL: `sqlite:${file}`, ...env });
  const db = await openDatabase(database, silentLog);
  onTestFinished(() => db.close());
  await anAccount(db);
  return { origin, db };
}
