import type { ListedTable } from '#server/db/tables/listed-tables.ts';
import { postgresTrigger } from '#server/db/triggers/triggers.ts';
import { everyListedTable, everyTable, type TableAnnouncements } from '../announcements.ts';
import { everythingTag, sqlOf } from '../tags.ts';
import { noteEverythingForEdges, noteForEdges } from './edge-outbox.ts';
import { announcedTexts, isCounted, listNames, type TriggerSql } from './trigger-sql.ts';

export const postgresChannel = 'qingye_changes';

/** How many rows a transaction adds to `changes` before it says that everything has changed, and no more. */
const maxRowsOfTransaction = 2_000;

/**
 * Announces changes in both ways: NOTIFY carries the tags to every listener when the transaction commits, each tag
 * once; the rows of `changes` are for processes that notifications do not reach, and no two transactions touch the same
 * one.
 */
const announceChanges = `create or replace function announce_changes(tags text[]) returns void
language plpgsql as $$
declare
  written integer := coalesce(nullif(current_setting('qingye.announced_changes', true), ''), '0');
  added integer;
begin
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

/** Includes caches in front. Operators call it after a restore that has fired no triggers. */
const announceEverything = `create or replace function announce_everything() returns void
language plpgsql as $$
begin
  perform announce_changes(array[${sqlOf(everythingTag)}]);
  ${noteEverythingForEdges}
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

function* announcing(table: string, writes: TableAnnouncements['writes']): Generator<TriggerSql> {
  const announce = (announcements: TableAnnouncements['writes'], ...rows: ('old' | 'new')[]) => {
    const texts = rows.flatMap((row) => announcements.flatMap(({ tags }) => announcedTexts(tags, row)));
    return `perform announce_changes(array(${texts.join(' union all ')}));
    ${noteForEdges(texts)}`;
  };
  const onUpdate = writes.map((write) => {
    const body = announce([write], 'old', 'new');
    if (!write.columns) return body;
    const [before, after] = ['old', 'new'].map((row) =>
      write.columns?.map((name) => `${row}.${name}`).join(', '),
    );
    return `if row(${before}) is distinct from row(${after}) then ${body} end if;`;
  });
  yield trigger({
    name: `${table}_announce`,
    event: `after insert or update or delete on ${table} for each row`,
    body: `if tg_op = 'INSERT' then ${announce(writes, 'new')}
  elsif tg_op = 'DELETE' then ${announce(writes, 'old')}
  else ${onUpdate.join('\n    ')}
  end if;`,
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
