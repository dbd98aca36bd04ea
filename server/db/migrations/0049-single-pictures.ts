import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** An upload is shown before its small copies are made: equal to `served` while that is its only file for visitors. */
export const singlePictures: Migration = {
  name: '0049-single-pictures',
  async up(trx, engine) {
    const text = engine === 'sqlite' ? 'text' : 'text collate "C"';
    await sql.raw(`alter table media add column single_of ${text}`).execute(trx);
  },
};
