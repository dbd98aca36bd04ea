import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The name that editors know a file by, and when it came. Both are empty for files from before. */
export const mediaLibrary: Migration = {
  name: '0042-media-library',
  async up(trx, engine) {
    const text = engine === 'sqlite' ? 'text' : 'text collate "C"';
    await sql.raw(`alter table media add column label text not null default ''`).execute(trx);
    await sql.raw(`alter table media add column added_at ${text} not null default ''`).execute(trx);
  },
};
