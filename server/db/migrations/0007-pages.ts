import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Pages of the site itself, such as 關於我們. Each is asked for by its id; no list needs an index. */
export const pages: Migration = {
  name: '0007-pages',
  async up(trx, engine) {
    const key = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
    await sql`create table pages (
      id ${key} primary key, title text not null, summary text not null,
      cover ${key}, cover_alt text not null,
      body_source text not null, body_html text not null,
      updated_at ${key},
      status text not null check (status in ('draft', 'published', 'archived')))`.execute(trx);
  },
};
