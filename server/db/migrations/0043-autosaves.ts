import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Texts of open forms as their browsers last sent them, and who has which form open. Neither belongs to an entry: one
 * that is not there yet has both. PostgreSQL takes away what was overwritten after 20 rows: a text of 150 kB is written
 * up to six times a minute.
 */
export const autosaves: Migration = {
  name: '0043-autosaves',
  async up(trx, engine) {
    const isPostgres = engine === 'postgres';
    const key = sql.raw(isPostgres ? 'text collate "C"' : 'text');
    const owner = sql`${key} not null references accounts(id) on delete cascade`;
    const storage = sql.raw(
      isPostgres
        ? `with (autovacuum_vacuum_threshold = 20, autovacuum_vacuum_scale_factor = 0,
            toast.autovacuum_vacuum_threshold = 200, toast.autovacuum_vacuum_scale_factor = 0)`
        : '',
    );
    const statements = [
      sql`create table autosaves (
        entry_key ${key} not null, account_id ${owner}, tab ${key} not null, kind ${key} not null,
        title text not null, form text not null, base_version integer not null, hash ${key} not null,
        saved_at ${key} not null, primary key (entry_key, account_id, tab)) ${storage}`,
      sql`create index autosaves_of_account on autosaves (account_id, saved_at desc)`,
      sql`create index autosaves_by_time on autosaves (saved_at)`,
      sql`create table edit_presence (
        entry_key ${key} not null, account_id ${owner}, tab ${key} not null, name text not null,
        opened_at ${key} not null, seen_at ${key} not null, primary key (entry_key, account_id, tab))`,
      sql`create index edit_presence_of_account on edit_presence (account_id)`,
      sql`create index edit_presence_by_time on edit_presence (seen_at)`,
    ];
    for (const statement of statements) await statement.execute(trx);
  },
};
