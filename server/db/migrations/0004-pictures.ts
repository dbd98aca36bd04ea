import { sql, type Transaction } from 'kysely';
import type { Engine, Migration } from '../migration.ts';
import type { Schema } from '../schema.ts';

/**
 * What is made of a picture, and the work that import leaves for later. Triggers write that work down, as they
 * announce changes: whoever adds a picture or takes one away need not think of its files.
 */
export const pictures: Migration = {
  name: '0004-pictures',
  async up(trx, engine) {
    const columns = [`served text not null default ''`, 'blur text', 'finished_of text'];
    for (const column of columns) await sql.raw(`alter table media add column ${column}`).execute(trx);
    await sql`update media set served = file`.execute(trx);
    await sql`create index media_by_file on media (file)`.execute(trx);
    await sql`create table media_jobs (
      file text primary key, run_at text not null, tries integer not null default 0)`.execute(trx);
    await sql`create index media_jobs_by_time on media_jobs (run_at)`.execute(trx);
    await sql`insert into media_jobs (file, run_at) select distinct file, '' from media`.execute(trx);
    await createTriggers(trx, engine);
  },
};

/** An empty time is earlier than every other. Files that nothing names any longer are kept for open pages. */
async function createTriggers(trx: Transaction<Schema>, engine: Engine): Promise<void> {
  const tomorrow =
    engine === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day')`
      : `to_char(now() at time zone 'utc' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const job = (file: string, runAt: string) =>
    `insert into media_jobs (file, run_at) values (${file}, ${runAt})
     on conflict (file) do update set run_at = excluded.run_at, tries = 0;`;
  const remove = job('old.file', tomorrow);
  const make = job('new.file', `''`);

  if (engine === 'sqlite') {
    const statements = [
      `create trigger media_work_insert after insert on media begin ${make} end`,
      `create trigger media_work_replace after update of file on media when old.file <> new.file
         begin ${remove} end`,
      `create trigger media_work_update after update of served on media when old.served <> new.served
         begin ${make} end`,
      `create trigger media_work_delete after delete on media begin ${remove} end`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
    return;
  }
  await sql
    .raw(
      `create function media_work() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then ${remove} return null; end if;
  if tg_op = 'INSERT' then ${make} return null; end if;
  if old.file <> new.file then ${remove} end if;
  if old.served <> new.served then ${make} end if;
  return null;
end $$`,
    )
    .execute(trx);
  await sql
    .raw(
      'create trigger media_work after insert or update or delete on media for each row execute function media_work()',
    )
    .execute(trx);
}
