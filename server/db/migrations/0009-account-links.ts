import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Links by which people set the password of their account, and what admins look accounts up by. */
export const accountLinks: Migration = {
  name: '0009-account-links',
  async up(trx, engine) {
    const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text');
    const owner = sql`${key} not null references accounts(id) on delete cascade`;
    const statements = [
      sql`create table account_links (
        id_hash ${key} primary key, account_id ${owner}, made_by ${owner}, created_at ${key} not null,
        ends_at ${key} not null, used_at ${key})`,
      sql`create index account_links_of_account on account_links (account_id)`,
      sql`create index account_links_of_maker on account_links (made_by)`,
      sql`create index account_links_by_end on account_links (ends_at)`,
      // Holds all that a search looks at, so that no row is read for what is not found.
      sql`create index accounts_for_search on accounts (email, name, role, disabled_at, id)`,
      sql`create index accounts_by_role on accounts (role, email)`,
      sql`create index account_events_of_account on account_events (account_id, seq desc)`,
    ];
    for (const statement of statements) await statement.execute(trx);
  },
};
