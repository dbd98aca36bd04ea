import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Changes of live pages and ends of pages at a minute to come. An entry has one of each at most. */
export const scheduledChanges: Migration = {
  name: '0044-scheduled-changes',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table scheduled_changes (
        entry_key ${key} not null references entries(key) on delete cascade,
        action ${key} not null check (action in ('publish', 'archive')),
        document text, base_hash ${key},
        run_at ${key} not null, try_at ${key} not null, tries integer not null default 0, problem ${key},
        account_id ${key} not null, account_name text not null, saved_at ${key} not null,
        primary key (entry_key, action))`,
      `create index scheduled_changes_waiting on scheduled_changes (try_at) where problem is null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
