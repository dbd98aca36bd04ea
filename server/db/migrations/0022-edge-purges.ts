import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Caches in front, and what each has still to be told: written by the transaction that changes it. */
export const edgePurges: Migration = {
  name: '0022-edge-purges',
  async up(trx, engine) {
    const text = engine === 'postgres' ? 'text collate "C"' : 'text';
    // A number is never used twice: who has told a row removes it by its number.
    const number =
      engine === 'postgres'
        ? 'bigint generated always as identity primary key'
        : 'integer primary key autoincrement';
    const statements = [
      `create table edges (
        url ${text} primary key, site_key ${text} not null, due_until ${text} not null,
        holder ${text} not null default '', held_until ${text} not null default '',
        tries integer not null default 0, not_before ${text} not null default '')`,
      `create table edge_purges (
        id ${number}, edge ${text} not null, tag ${text} not null, due_at ${text} not null default '')`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
