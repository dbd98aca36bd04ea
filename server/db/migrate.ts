import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Engine, Migration } from './migration.ts';
import { content } from './migrations/0001-content.ts';
import { builds } from './migrations/0002-builds.ts';
import { accounts } from './migrations/0003-accounts.ts';
import { pictures } from './migrations/0004-pictures.ts';
import { lists } from './migrations/0005-lists.ts';
import { changes } from './migrations/0006-changes.ts';
import { pages } from './migrations/0007-pages.ts';
import { editing } from './migrations/0008-editing.ts';
import { accountLinks } from './migrations/0009-account-links.ts';
import { articleTags } from './migrations/0010-article-tags.ts';
import { search } from './migrations/0011-search.ts';
import { searchMisses } from './migrations/0012-search-misses.ts';
import { sitemapEntries } from './migrations/0013-sitemap-entries.ts';
import { searchPending } from './migrations/0014-search-pending.ts';
import { rastersOfDrawings } from './migrations/0015-rasters-of-drawings.ts';
import { pictureTones } from './migrations/0016-picture-tones.ts';
import { titleFonts } from './migrations/0017-title-fonts.ts';
import { changesOnPostgres } from './migrations/0018-changes-on-postgres.ts';
import { operations } from './migrations/0019-operations.ts';
import { edgePurges } from './migrations/0022-edge-purges.ts';
import { sharingCards } from './migrations/0023-sharing-cards.ts';
import { searchTiers } from './migrations/0024-search-tiers.ts';
import { entryTriggers } from './entry-triggers.ts';
import { requireUnmoved } from './moving-mark.ts';
import { install } from './repeatable.ts';
import { searchTriggers } from './search-triggers.ts';
import { sitemapTriggers } from './sitemap-triggers.ts';
import type { Schema } from './schema.ts';
import { freshnessTriggers } from '../freshness/triggers/freshness-triggers.ts';

/**
 * Forward only: a landed migration is never edited or removed, a mistake is mended by the next one. So it calls no code
 * that may change: it imports types and Kysely alone. What follows the code, such as triggers, is repeatable instead.
 */
export const migrations: readonly Migration[] = [
  content,
  builds,
  accounts,
  pictures,
  lists,
  changes,
  pages,
  editing,
  accountLinks,
  articleTags,
  search,
  searchMisses,
  sitemapEntries,
  searchPending,
  rastersOfDrawings,
  pictureTones,
  titleFonts,
  changesOnPostgres,
  operations,
  edgePurges,
  sharingCards,
  searchTiers,
];

/** PostgreSQL's advisory lock of whoever changes the schema, or looks whether a database is empty, to fill it. */
export const migrationLockId = 7_261_904_315;

/**
 * Applies what is missing and then what is repeatable, all in one transaction under a lock, so that a kill in the middle leaves the old
 * schema and two processes starting at once do not collide. (Kysely's own Migrator does neither on SQLite.)
 * @throws OperatorError when the database has a migration that this code does not know: it is newer than the code; or
 * when a move says that the site is not in it, unless it is the move that asks.
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  steps = migrations,
  { mayBeMoving = false }: { mayBeMoving?: boolean } = {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // On SQLite the transaction itself is the lock: it begins IMMEDIATE.
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLockId})`.execute(trx);
    if (!mayBeMoving) await requireUnmoved(trx, engine);
    await sql`create table if not exists schema_migrations (name text primary key, applied_at text not null)`.execute(
      trx,
    );
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      trx,
    );
    const applied = new Set(rows.map((row) => row.name));

    const unknown = rows.filter((row) => !steps.some((step) => step.name === row.name));
    if (unknown.length > 0) {
      throw new OperatorError(
        `The database is newer than this version of the program: it has the migration(s) ${unknown
          .map((row) => row.name)
          .join(', ')}. Start the version that made it, or a later one.`,
      );
    }

    for (const step of steps) {
      if (applied.has(step.name)) continue;
      await step.up(trx, engine);
      const appliedAt = new Date().toISOString();
      await sql`insert into schema_migrations (name, applied_at) values (${step.name}, ${appliedAt})`.execute(
        trx,
      );
    }
    // Before the triggers that announce each row of it.
    await install(trx, engine, sitemapTriggers);
    await install(trx, engine, freshnessTriggers);
    await install(trx, engine, entryTriggers);
    await install(trx, engine, searchTriggers);
  });
}
