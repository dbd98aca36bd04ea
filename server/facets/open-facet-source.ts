import { Kysely } from 'kysely';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { NodeSqliteDialect, openSqliteFile } from '#server/db/dialects/sqlite.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';

/** Database that products are read from. */
export type FacetSource = Pick<Database, 'engine' | 'read'>;

/**
 * Opens the database for a thread: without what serving needs, and without a time limit of statements, as one that takes
 * long would begin the whole reading again. Pages that wait for it have limits of their own.
 */
export async function openFacetSource(
  database: DatabaseConfig,
): Promise<FacetSource & { close(): Promise<void> }> {
  const { engine } = database;
  if (engine === 'sqlite') {
    const file = openSqliteFile(database.file, { readOnly: true });
    // Everything is read once: more pages in memory would only be held.
    file.exec('pragma cache_size = -1000');
    const read = new Kysely<Schema>({ dialect: new NodeSqliteDialect(file) });
    return { engine, read, close: () => read.destroy() };
  }
  // The driver of PostgreSQL takes 4 MB of each thread that loads it.
  const { openAsItIs } = await import('#server/db/open/open-as-it-is.ts');
  const { db, close } = openAsItIs(database, { warn: () => {} });
  return { engine, read: db, close };
}
