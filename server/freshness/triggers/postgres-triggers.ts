import type { ListedTable } from '#server/db/tables/listed-tables.ts';
import { primaryKeys } from '#server/db/tables/primary-keys.ts';
import { postgresTrigger } from '#server/db/triggers/triggers.ts';
import { everyListedTable, everyTable, type TableAnnouncements } from '../announcements.ts';
import { everythingTag, sqlOf } from '../tags.ts';
import { noteForEdges } from './edge-outbox.ts';
import { announcedTexts, isCounted, listNames, type TriggerSql } from './trigger-sql.ts';

export const postgresChannel = 'qingye_changes';

/** How many rows a transaction adds to `changes` before it says that everything has changed, and no more. */
const maxRowsOfTransaction = 2_000;

/**
 * Announces changes in both ways: NOTIFY carries the tags to every listener when the transaction commits, each tag
 * once; the rows of `changes` are for processes that notifications do not reach, and no two transactions touch the same
 * one. Caches in front are told too.
 */
const announceChanges = `create or replace function announce_changes(tags text[]) returns void
language plpgsql as $$
declare
  written integer := coalesce(nullif(current_setting('qingye.announced_changes', true), ''), '0');
  added integer;
begin
  if cardinality(tags) = 0 then return; end if;
  ${noteForEdges('unnest(tags)')}
  perform pg_notify('${postgresChannel}', tag) from unnest(tags) as announced (tag);
  if written >= ${maxRowsOfTransaction} then return; end if;
  if written + cardinality(tags) > ${maxRowsOfTransaction} then
    tags := array[${sqlOf(everythingTag)}];
    written := ${maxRowsOfTransaction};
  end if;
  insert into changes (txid, tag) select pg_current_xact_id(), tag from unnest(tags) as announced (tag)
    where tag is not null on conflict do nothing;
  get diagnostics added = row_count;
  perform set_config('qingye.announced_changes', (written + added)::text, true);
end $$`;

/** Operators call it after a restore that has fired no triggers. */
const announceEverything = `create or replace function announce_everything() returns void
language plpgsql as $$
begin
  perform announce_changes(array[${sqlOf(everythingTag)}]);
end $$`;

export const postgresAnnouncing: readonly string[] = [announceChanges, announceEverything];

/**
 * Each takes the place of one of its name if there is one, which keeps writers out for a moment, but no readers: a
 * process of the build before goes on answering.
 */
export function* postgresTriggers(): Generator<TriggerSql> {
  for (const [table, { writes }] of everyTable()) yield* announcing(table, writes);
  for (const { table, lists } of everyListedTable()) yield* counting(table, lists);
}

/**
 * Once for each statement: for each row it took half of the time in which ten thousand prices were put in order. The
 * trigger for updates has the name of the one for each row of every write, which it replaces.
 */
function* announcing(table: string, writes: TableAnnouncements['writes']): Generator<TriggerSql> {
  const announce = (rows: string, texts: readonly string[]) => `perform announce_changes(array(
    select distinct announced.tag from ${rows}
      cross join lateral (${texts.join(' union all ')}) as announced (tag)
    where announced.tag is not null));`;
  const ofAll = (row: string) => writes.flatMap(({ tags }) => announcedTexts(tags, row));
  yield trigger({
    name: `${table}_announce_insert`,
    event: `after insert on ${table} referencing new table as new_rows for each statement`,
    body: announce('new_rows as after', ofAll('after')),
  });
  const key = primaryKeys[table] ?? ['id'];
  const isSame = key.map((column) => `before.${column} = after.${column}`).join(' and ');
  const changed = writes.flatMap(({ tags, columns }) => {
    const values = (row: string) => columns?.map((column) => `${row}.${column}`).join(', ');
    const condition = columns && `row(${values('before')}) is distinct from row(${values('after')})`;
    return ['before', 'after'].flatMap((row) => announcedTexts(tags, row, condition));
  });
  yield trigger({
    name: `${table}_announce`,
    event: `after update on ${table} referencing old table as old_rows new table as new_rows for each statement`,
    body: announce(`old_rows as before full join new_rows as after on ${isSame}`, changed),
  });
  yield trigger({
    name: `${table}_announce_delete`,
    event: `after delete on ${table} referencing old table as old_rows for each statement`,
    body: announce('old_rows as before', ofAll('before')),
  });
  yield trigger({
    name: `${table}_announce_truncate`,
    event: `after truncate on ${table} for each statement`,
    body: 'perform announce_everything();',
  });
}

/** Once for each statement: a hundred updates of one number in a transaction would leave a hundred versions of it. */
function* counting(table: ListedTable, lists: Required<TableAnnouncements>['lists']): Generator<TriggerSql> {
  const counted = (rows: string, by: number) =>
    listNames(lists, (column) => `${rows}.${column}`).map(
      (name) => `select ${name} as list, ${by} as step from ${rows} where ${isCounted(table, rows)}`,
    );
  const [plus, minus] = [counted('new_rows', 1), counted('old_rows', -1)];
  const count = (event: string, transition: string, parts: string[]) =>
    trigger({
      name: `${table}_count_${event}`,
      event: `after ${event} on ${table} referencing ${transition} for each statement`,
      body: `insert into list_counts (list, count)
    select list, sum(step) from (${parts.join(' union all ')}) as steps group by list having sum(step) <> 0 order by list
    on conflict (list) do update set count = list_counts.count + excluded.count;`,
    });
  yield count('insert', 'new table as new_rows', plus);
  yield count('update', 'old table as old_rows new table as new_rows', [...minus, ...plus]);
  yield count('delete', 'old table as old_rows', minus);
  yield trigger({
    name: `${table}_count_truncate`,
    event: `after truncate on ${table} for each statement`,
    // For any value in the column that the name is made of.
    body: `delete from list_counts where ${listNames(lists, () => `'%'`)
      .map((pattern) => `list like ${pattern}`)
      .join(' or ')};`,
  });
}

function trigger({ name, ...text }: { name: string; event: string; body: string }): TriggerSql {
  return { name, statements: postgresTrigger(name, text) };
}
