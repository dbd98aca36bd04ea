import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which cards other sites can show beside links, and how far the content has been read for them. */
export const sharingCards: Migration = {
  name: '0023-sharing-cards',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table sharing_cards (
        key ${key} not null, kind ${key} not null, id ${key} not null, retired_at ${key}, primary key (key, kind, id))`,
      `create table card_state (
        id integer primary key check (id = 1), look ${key} not null, seen_at ${key} not null, read_from ${key} not null,
        tries integer not null, run_at ${key} not null)`,
      `insert into card_state (id, look, seen_at, read_from, tries, run_at) values (1, '', '', '', 0, '')`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
