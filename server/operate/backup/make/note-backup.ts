import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openAsItIs } from '#server/db/open/open-as-it-is.ts';
import { writeOperation } from '#server/db/operations.ts';
import type { Log } from '#server/base/log.ts';

const tries = 20;
const pauseMs = 100;

/**
 * Keeps in the site's database when the last backup was made, for the status page and the alerts. A database of an
 * earlier version has no place for it. Rejects when it cannot be written; the backup is good all the same.
 */
export async function noteBackup(config: DatabaseConfig, log: Log, detail: string): Promise<void> {
  const { db, close } = openAsItIs(config, log, { readOnly: false });
  try {
    const migrations = await db.selectFrom('schema_migrations').select('name').execute();
    if (!migrations.some(({ name }) => name === '0019-operations')) return;
    for (let tried = 1; ; tried += 1) {
      try {
        return await writeOperation(db, 'backup', detail);
      } catch (error) {
        // On SQLite somebody else is writing just now, and nobody waits inside of it.
        if (tried === tries) throw error;
        await delay(pauseMs);
      }
    }
  } finally {
    await close();
  }
}
