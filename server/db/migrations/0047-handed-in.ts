import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Drafts that authors have handed in, with notes that visitors never see. They go with their draft. */
export const handedIn: Migration = {
  name: '0047-handed-in',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table handed_in (
        entry_key ${key} primary key references drafts(entry_key) on delete cascade,
        account_id ${key} not null, account_name text not null, note text not null, at ${key} not null,
        returned_at ${key}, returned_by text, reply text)`,
      `create index handed_in_waiting on handed_in (at, entry_key) where returned_at is null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
