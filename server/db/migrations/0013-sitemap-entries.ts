import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Every entry with a number that it keeps, and what sitemaps say of it, in a row as narrow as an index: ten thousand of
 * them are read for one file. Triggers fill and keep it (server/db/sitemap-triggers.ts).
 */
export const sitemapEntries: Migration = {
  name: '0013-sitemap-entries',
  async up(trx, engine) {
    const isPostgres = engine === 'postgres';
    const key = isPostgres ? 'text collate "C"' : 'text';
    // The file of a sitemap that has the entry, by which its changes are announced.
    const file = `kind || '-' || cast((number + 9999) / 10000 as text)`;
    const statements = [
      `create table sitemap_entries (
        kind ${key} not null, number integer not null, entry_id ${key} not null,
        shown_from ${key}, updated_at ${key}, picture ${key},
        file ${key} generated always as (${file}) ${isPostgres ? 'stored' : 'virtual'},
        primary key (kind, number))${isPostgres ? '' : ' without rowid'}`,
      'create unique index sitemap_entries_by_id on sitemap_entries (kind, entry_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
