import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Drawings are shown as raster pictures on cards, and those that are here already get theirs. */
export const rastersOfDrawings: Migration = {
  name: '0015-rasters-of-drawings',
  async up(trx) {
    await sql`alter table media add column rasters_of text`.execute(trx);
    // Later, because a process of the build before may still run: it would end these jobs and make nothing.
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await sql`insert into media_jobs (file, run_at)
      select distinct file, cast(${inAnHour} as text) from media where file like '%.svg'
      on conflict (file) do nothing`.execute(trx);
  },
};
