import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What has changed, for processes that PostgreSQL's notifications do not reach: the tags of each transaction. Numbers
 * of transactions and not of a sequence, for what began first may be committed last. SQLite has had its own table.
 */
export const changesOnPostgres: Migration = {
  name: '0018-changes-on-postgres',
  async up(trx, engine) {
    if (engine === 'sqlite') return;
    await sql`create table changes (txid xid8 not null, tag text collate "C" not null, primary key (txid, tag))`.execute(
      trx,
    );
  },
};
