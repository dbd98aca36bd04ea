import { never } from '#server/base/clock.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';

/**
 * Puts off pictures, the title font and cards for good, which a server would begin half a minute after its start: that
 * takes a core from tests or measurements.
 */
export async function putOffMediaWork(database: DatabaseConfig): Promise<void> {
  const db = await openDatabase(database, createLog('silent'));
  for (const table of ['media_jobs', 'font_state', 'card_state'] as const)
    await db.write.updateTable(table).set({ run_at: never }).execute();
  await db.close();
}
