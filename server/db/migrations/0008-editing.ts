import { sql, type Transaction } from 'kysely';
import type { Engine, Migration } from '../migration.ts';
import type { Schema } from '../schema.ts';

/** What editors need beside the content that visitors read. */
export const editing: Migration = {
  name: '0008-editing',
  async up(trx, engine) {
    await createTables(trx, engine);
    await enterContent(trx, engine);
  },
};

async function createTables(trx: Transaction<Schema>, engine: Engine): Promise<void> {
  const isPostgres = engine === 'postgres';
  const key = sql.raw(isPostgres ? 'text collate "C"' : 'text');
  const sequence = sql.raw(
    isPostgres ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement',
  );
  const statements = [
    sql`create table entries (
      key ${key} primary key, kind ${key} not null, id ${key} not null, version integer not null,
      title text not null, state ${key} not null check (state in ('draft', 'published', 'archived')),
      changed_at ${key} not null, deleted_at ${key})`,
    sql`create unique index entries_by_id on entries (kind, id) where deleted_at is null`,
    sql`create index entries_by_change on entries (kind, changed_at desc, key desc) where deleted_at is null`,
    sql`create index entries_by_state on entries (kind, state, changed_at desc, key desc) where deleted_at is null`,
    sql`create index entries_in_trash on entries (deleted_at desc, key desc) where deleted_at is not null`,
    sql`create table revisions (
      seq ${sequence}, entry_key ${key} not null references entries(key) on delete cascade,
      version integer not null, action ${key} not null, document text not null, hash ${key} not null,
      account_id ${key}, account_name text not null, at ${key} not null, restored_from bigint)`,
    sql`create index revisions_of_entry on revisions (entry_key, seq desc)`,
    sql`create index revisions_by_time on revisions (at)`,
    sql`create table drafts (
      entry_key ${key} primary key references entries(key) on delete cascade,
      document text not null, base_hash ${key}, account_id ${key}, account_name text not null,
      saved_at ${key} not null)`,
    sql`create index drafts_by_time on drafts (saved_at desc, entry_key desc)`,
    sql`create table redirects (
      from_path ${key} primary key, entry_key ${key} references entries(key) on delete cascade, to_path ${key},
      is_gone integer not null default 0, created_at ${key} not null, account_name text not null,
      check (case when entry_key is null then 0 else 1 end + case when to_path is null then 0 else 1 end + is_gone = 1))`,
    sql`create index redirects_of_entry on redirects (entry_key)`,
    sql`create table content_events (
      seq ${sequence}, at ${key} not null, event ${key} not null, account_id ${key}, account_name text not null,
      kind ${key}, id ${key}, detail text)`,
    sql`create index content_events_by_time on content_events (at desc, seq desc)`,
  ];
  for (const statement of statements) await statement.execute(trx);
}

/** Everything that is there gets an entry. Triggers keep it from then on. */
async function enterContent(trx: Transaction<Schema>, engine: Engine): Promise<void> {
  const isPostgres = engine === 'postgres';
  const newKey = isPostgres ? `replace(gen_random_uuid()::text, '-', '')` : 'lower(hex(randomblob(16)))';
  const now = isPostgres
    ? `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
  const titles = { authors: 'name', articles: 'title', products: 'name', pages: 'title' };
  for (const [table, title] of Object.entries(titles)) {
    const state = table === 'authors' ? `'published'` : 'status';
    await sql
      .raw(
        `insert into entries (key, kind, id, version, title, state, changed_at)
          select ${newKey}, '${table}', id, 1, ${title}, ${state}, ${now} from ${table}`,
      )
      .execute(trx);
  }
  await sql
    .raw(
      `insert into entries (key, kind, id, version, title, state, changed_at)
        select ${newKey}, 'site', 'site', 1, '', 'published', ${now} from site`,
    )
    .execute(trx);
}
