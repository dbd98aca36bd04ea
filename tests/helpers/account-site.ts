import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Role } from '#shared/accounts.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { anAccount } from './accounts.ts';
import { shareSite, startSite, type Visited } from './built-site.ts';
import { sampleFolder } from './sample-folder.ts';
import { silentLog } from './databases.ts';

/** The built site, with an account, and its database for what the test does besides. */
export async function startAccountSite(
  env: Record<string, string> = {},
  role: Role = 'reader',
): Promise<{ origin: string; db: Database }> {
  const dataDir = sampleFolder();
  const db = await openDataFolder(dataDir);
  onTestFinished(() => db.close());
  await anAccount(db, { role });
  const { origin } = await startSite(production, { DATA_DIR: dataDir, ...env });
  return { origin, db };
}

/** Returns a shared site for all tests of a file that only read and sign in. Called where tests are defined. */
export function shareAccountSite(): () => Visited {
  return shareSite(production, async (dataDir) => {
    const db = await openDataFolder(dataDir);
    await anAccount(db);
    await db.close();
  });
}

/** The database that a site keeps in its data folder. */
export function openDataFolder(dataDir: string): Promise<Database> {
  return openDatabase({ engine: 'sqlite', file: path.join(dataDir, 'site.db') }, silentLog);
}
