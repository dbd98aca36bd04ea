import { sql, type Transaction } from 'kysely';
import type { Engine } from '../migration.ts';
import { everythingTag } from '../../freshness/tags.ts';
import type { Schema } from '../schema.ts';

interface Announcement {
  /** SQL expressions, each the text of one tag, over the changed row (`old` or `new`). */
  tags(row: 'old' | 'new'): string[];
  /** A query of one column that gives further tags. */
  tagQuery?(row: 'old' | 'new'): string;
  /** An update is announced only when one of these columns has another value than before; without them, every update. */
  columns?: readonly string[];
}

/** By table. */
type Announcements = Readonly<Record<string, readonly Announcement[]>>;

export const postgresChannel = 'qingye_changes';

/** Triggers that announce the tags of every row that is inserted, updated (old and new) or deleted. */
export async function announceChanges(
  trx: Transaction<Schema>,
  engine: Engine,
  announcements: Announcements,
): Promise<void> {
  await run(
    trx,
    engine === 'sqlite'
      ? [...changesTable, ...sqliteTriggers(announcements)]
      : postgresTriggers(announcements),
  );
}

/** Other tags for tables whose changes are announced already, by one announcement each. */
export async function announceOtherwise(
  trx: Transaction<Schema>,
  engine: Engine,
  announcements: Announcements,
): Promise<void> {
  const tables = Object.keys(announcements);
  if (engine === 'sqlite') {
    const events = ['insert', 'update', 'delete'];
    await run(
      trx,
      tables.flatMap((table) => events.map((event) => `drop trigger ${table}_announce_${event}`)),
    );
    await run(trx, sqliteTriggers(announcements));
  } else {
    await run(trx, postgresFunctions(announcements));
  }
}

async function run(trx: Transaction<Schema>, statements: Iterable<string>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx);
}

/**
 * SQLite: a row per tag with the number of its newest change, so that the table is bounded by the content and
 * needs no pruning, and a reader asks for what is newer than the number it knows.
 */
const changesTable = [
  'create table changes (tag text primary key, seq integer not null) without rowid',
  'create index changes_by_seq on changes (seq)',
];

function* sqliteTriggers(announcements: Announcements): Generator<string> {
  const next = '(select coalesce(max(seq), 0) + 1 from changes)';
  const upsert = 'on conflict (tag) do update set seq = excluded.seq';

  for (const [table, all] of Object.entries(announcements)) {
    const announce = ({ tags, tagQuery }: Announcement, row: 'old' | 'new') => [
      ...tags(row).map((tag) => `insert into changes (tag, seq) values (${tag}, ${next}) ${upsert};`),
      ...(tagQuery
        ? [`insert into changes (tag, seq) select *, ${next} from (${tagQuery(row)}) where true ${upsert};`]
        : []),
    ];
    const trigger = (name: string, event: string, body: string[]) =>
      `create trigger ${table}_announce_${name} after ${event} begin ${body.join(' ')} end`;
    const each = `on ${table} for each row`;
    yield trigger(
      'insert',
      `insert ${each}`,
      all.flatMap((one) => announce(one, 'new')),
    );
    for (const [index, one] of all.entries()) {
      const condition = one.columns
        ? ` when ${one.columns.map((name) => `old.${name} is not new.${name}`).join(' or ')}`
        : '';
      const name = index === 0 ? 'update' : `update_${index}`;
      yield trigger(name, `update ${each}${condition}`, [...announce(one, 'old'), ...announce(one, 'new')]);
    }
    yield trigger(
      'delete',
      `delete ${each}`,
      all.flatMap((one) => announce(one, 'old')),
    );
  }
}

function* postgresTriggers(announcements: Announcements): Generator<string> {
  yield* postgresFunctions(announcements);
  for (const table of Object.keys(announcements)) {
    yield `create trigger ${table}_announce after insert or update or delete on ${table}
      for each row execute function ${table}_announce()`;
    yield `create trigger ${table}_announce_truncate after truncate on ${table}
      for each statement execute function ${table}_announce()`;
  }
}

/** PostgreSQL: NOTIFY carries the tags to every listener when the transaction commits, each tag once. */
function* postgresFunctions(announcements: Announcements): Generator<string> {
  for (const [table, all] of Object.entries(announcements)) {
    const announce = ({ tags, tagQuery }: Announcement, row: 'old' | 'new') => [
      ...tags(row).map((tag) => `perform pg_notify('${postgresChannel}', ${tag});`),
      ...(tagQuery
        ? [`perform pg_notify('${postgresChannel}', tag) from (${tagQuery(row)}) as related (tag);`]
        : []),
    ];
    const onUpdate = all.flatMap((one) => {
      const body = [...announce(one, 'old'), ...announce(one, 'new')];
      if (!one.columns) return body;
      const row = (name: string) => `row(${one.columns?.map((column) => `${name}.${column}`).join(', ')})`;
      return [`if ${row('old')} is distinct from ${row('new')} then`, ...body, 'end if;'];
    });
    yield `create or replace function ${table}_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('${postgresChannel}', '${everythingTag}');
  elsif tg_op = 'INSERT' then
    ${all.flatMap((one) => announce(one, 'new')).join('\n    ')}
  elsif tg_op = 'DELETE' then
    ${all.flatMap((one) => announce(one, 'old')).join('\n    ')}
  else
    ${onUpdate.join('\n    ')}
  end if;
  return null;
end $$`;
  }
}
