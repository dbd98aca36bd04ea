import { sql, type RawBuilder } from 'kysely';
import type { Migration } from '../migration.ts';

/** Who signs in, how, from where, what they keep, and what happened. None of it stands on a page that is shared. */
export const accounts: Migration = {
  name: '0003-accounts',
  async up(trx, engine) {
    const key = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
    const serial =
      engine === 'postgres'
        ? sql`bigint generated always as identity primary key`
        : sql`integer primary key autoincrement`;
    const owner = sql`${key} not null references accounts(id) on delete cascade`;
    const statements: RawBuilder<unknown>[] = [
      sql`create table accounts (
        id ${key} primary key, email ${key} not null unique, name text not null,
        role text not null check (role in ('reader', 'editor', 'admin')),
        password_hash text, disabled_at text, created_at text not null)`,
      sql`create table identities (
        issuer ${key} not null, subject ${key} not null, account_id ${owner}, linked_at text not null,
        primary key (issuer, subject))`,
      sql`create index identities_of_account on identities (account_id)`,
      sql`create table sessions (
        id_hash ${key} primary key, account_id ${owner}, way text not null check (way in ('password', 'google')),
        is_remembered integer not null, user_agent text not null,
        created_at text not null, seen_at text not null, idle_at text not null, ends_at text not null)`,
      sql`create index sessions_of_account on sessions (account_id)`,
      sql`create table known_devices (
        id_hash ${key} not null, account_id ${owner}, seen_at text not null, primary key (id_hash, account_id))`,
      sql`create index known_devices_of_account on known_devices (account_id)`,
      sql`create table saved_items (
        account_id ${owner}, item ${key} not null, saved_at text not null, primary key (account_id, item))`,
      sql`create table attempts (key ${key} primary key, count integer not null, ends_at text not null)`,
      sql`create index attempts_by_end on attempts (ends_at)`,
      // Without a reference: what happened outlives the account.
      sql`create table account_events (
        seq ${serial}, at text not null, event text not null, account_id ${key}, address text, detail text)`,
      sql`create index account_events_by_time on account_events (at)`,
    ];
    for (const statement of statements) await statement.execute(trx);
  },
};
