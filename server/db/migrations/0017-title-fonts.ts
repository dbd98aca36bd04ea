import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which files the font of the titles stands in, and how far the content has been read for its characters. */
export const titleFonts: Migration = {
  name: '0017-title-fonts',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table font_slices (
        file ${key} primary key, position integer not null, characters text not null, retired_at ${key})`,
      `create table font_state (
        id integer primary key check (id = 1), font ${key} not null, seen_at ${key} not null, read_from ${key} not null,
        cut integer not null, tries integer not null, run_at ${key} not null)`,
      `insert into font_state (id, font, seen_at, read_from, cut, tries, run_at) values (1, '', '', '', 0, 0, '')`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
