import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Builds that have run, and their files: a page that was opened before a deploy still needs its scripts. */
export const builds: Migration = {
  name: '0002-builds',
  async up(trx, engine) {
    const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
    await sql`create table builds (id text primary key, built_at text not null, seen_at text not null)`.execute(
      trx,
    );
    await sql`create table build_assets (
      name text primary key, content ${bytes} not null, bytes integer not null, seen_at text not null)`.execute(
      trx,
    );
    await sql`create index build_assets_by_age on build_assets (seen_at)`.execute(trx);
  },
};
