import { sql } from 'kysely';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { openAsItIs } from '#server/db/open/open-as-it-is.ts';

/** Database that products are read from. */
export type FacetSource = Pick<Database, 'engine' | 'read'>;

/**
 * Opens the database for a thread: without what serving needs, and without a time limit of statements, as one that takes
 * long would begin the whole reading again. Pages that wait for it have limits of their own.
 */
export async function openFacetSource(
  database: DatabaseConfig,
): Promise<FacetSource & { close(): Promise<void> }> {
  const { db, close } = openAsItIs(database, { warn: () => {} });
  // Everything is read once: more pages in memory would only be held.
  if (database.engine === 'sqlite') await sql`pragma cache_size = -1000`.execute(db);
  return { engine: database.engine, read: db, close };
}
