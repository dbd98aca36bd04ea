import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** About which colour a picture has, to be seen until it comes. The program that makes its files finds out, of old ones too. */
export const pictureTones: Migration = {
  name: '0016-picture-tones',
  async up(trx) {
    await sql`alter table media add column tone text`.execute(trx);
    await sql`insert into media_jobs (file, run_at) select distinct file, '' from media where true
      on conflict (file) do nothing`.execute(trx);
  },
};
