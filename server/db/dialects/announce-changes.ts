import { sql, type Transaction } from 'kysely';
import type { Engine } from '../migrate.ts';
import type { Schema } from '../schema.ts';

interface Announcement {
  /** SQL expressions, each the text of one tag, over the changed row (`old` or `new`). */
  tags(row: 'old' | 'new'): string[];
  /** A query of one column that gives further tags. */
  tagQuery?(row: 'old' | 'new'): string;
}

export const postgresChannel = 'qingye_changes';

/** What the feed reports when a table was emptied without naming its rows. */
export const everythingTag = '*';

/** Triggers that announce the tags of every row that is inserted, updated (old and new) or deleted. */
export async function announceChanges(
  trx: Transaction<Schema>,
  engine: Engine,
  announcements: Readonly<Record<string, Announcement>>,
): Promise<void> {
  const statements =
    engine === 'sqlite' ? sqliteStatements(announcements) : postgresStatements(announcements);
  for (const statement of statements) await sql.raw(statement).execute(trx);
}

/**
 * SQLite: a row per tag with the number of its newest change, so that the table is bounded by the content and
 * needs no pruning, and a reader asks for what is newer than the number it knows.
 */
function* sqliteStatements(announcements: Readonly<Record<string, Announcement>>): Generator<string> {
  yield 'create table changes (tag text primary key, seq integer not null) without rowid';
  yield 'create index changes_by_seq on changes (seq)';
  const next = '(select coalesce(max(seq), 0) + 1 from changes)';
  const upsert = 'on conflict (tag) do update set seq = excluded.seq';

  for (const [table, { tags, tagQuery }] of Object.entries(announcements)) {
    const announce = (row: 'old' | 'new') => [
      ...tags(row).map((tag) => `insert into changes (tag, seq) values (${tag}, ${next}) ${upsert};`),
      ...(tagQuery
        ? [`insert into changes (tag, seq) select *, ${next} from (${tagQuery(row)}) where true ${upsert};`]
        : []),
    ];
    const trigger = (event: string, body: string[]) =>
      `create trigger ${table}_announce_${event} after ${event} on ${table} for each row begin ${body.join(' ')} end`;
    yield trigger('insert', announce('new'));
    yield trigger('update', [...announce('old'), ...announce('new')]);
    yield trigger('delete', announce('old'));
  }
}

/** PostgreSQL: NOTIFY carries the tags to every listener when the transaction commits, each tag once. */
function* postgresStatements(announcements: Readonly<Record<string, Announcement>>): Generator<string> {
  for (const [table, { tags, tagQuery }] of Object.entries(announcements)) {
    const announce = (row: 'old' | 'new') =>
      [
        ...tags(row).map((tag) => `perform pg_notify('${postgresChannel}', ${tag});`),
        ...(tagQuery
          ? [`perform pg_notify('${postgresChannel}', tag) from (${tagQuery(row)}) as related (tag);`]
          : []),
      ].join('\n    ');
    yield `create function ${table}_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('${postgresChannel}', '${everythingTag}'); return null; end if;
  if tg_op <> 'INSERT' then
    ${announce('old')}
  end if;
  if tg_op <> 'DELETE' then
    ${announce('new')}
  end if;
  return null;
end $$`;
    yield `create trigger ${table}_announce after insert or update or delete on ${table}
      for each row execute function ${table}_announce()`;
    yield `create trigger ${table}_announce_truncate after truncate on ${table}
      for each statement execute function ${table}_announce()`;
  }
}
