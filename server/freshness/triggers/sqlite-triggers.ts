import type { ListedTable } from '#server/db/tables/listed-tables.ts';
import { sqliteTrigger } from '#server/db/triggers/triggers.ts';
import { everyListedTable, everyTable, type TableAnnouncements } from '../announcements.ts';
import { noteForEdges } from './edge-outbox.ts';
import { announcedTexts, countedColumns, isCounted, listNames, type TriggerSql } from './trigger-sql.ts';

/**
 * Announcements on SQLite: a row of `changes` per tag with the number of its newest change, so that the table is
 * bounded by the content and needs no pruning, and a reader selects rows above its last number.
 */
export function* sqliteTriggers(): Generator<TriggerSql> {
  for (const [table, { writes }] of everyTable()) yield* announcing(table, writes);
  for (const { table, lists } of everyListedTable()) yield* counting(table, lists);
}

function* announcing(table: string, writes: TableAnnouncements['writes']): Generator<TriggerSql> {
  const announce = (texts: readonly string[]) => `insert into changes (tag, seq)
      select *, (select coalesce(max(seq), 0) + 1 from changes) from (${texts.join(' union all ')}) where true
      on conflict (tag) do update set seq = excluded.seq;
      ${noteNewestForEdges}`;
  const all = writes.flatMap(({ tags }) => tags);
  yield trigger(`${table}_announce_insert`, `after insert on ${table}`, announce(announcedTexts(all, 'new')));
  for (const [index, { tags, columns }] of writes.entries()) {
    const condition = columns ? ` when ${isChanged(columns)}` : '';
    const event = `after update on ${table} for each row${condition}`;
    yield trigger(`${table}_announce_update_${index}`, event, announce(updatedTexts(tags)));
  }
  yield trigger(`${table}_announce_delete`, `after delete on ${table}`, announce(announcedTexts(all, 'old')));
}

/** The tags of one announcement have the highest number, and no others have it. */
const noteNewestForEdges = noteForEdges(
  '(select tag from changes where seq = (select max(seq) from changes))',
);

/** Tags of the row after, and those of the row before that differ: most are the same, and each is a write. */
function updatedTexts(tags: TableAnnouncements['writes'][number]['tags']): string[] {
  const former = tags.flatMap((tag) =>
    'tag' in tag ? [] : announcedTexts([tag], 'old', `(${isChanged(['from' in tag ? 'id' : tag.column])})`),
  );
  return [...announcedTexts(tags, 'new'), ...former];
}

function* counting(table: ListedTable, lists: Required<TableAnnouncements>['lists']): Generator<TriggerSql> {
  const count = (...steps: [row: 'old' | 'new', by: number][]) => {
    const parts = steps.flatMap(([row, by]) =>
      listNames(lists, (column) => `${row}.${column}`).map(
        (name) => `select ${name} as list, ${by} as step where ${isCounted(table, row)}`,
      ),
    );
    return `insert into list_counts (list, count)
      select list, sum(step) from (${parts.join(' union all ')}) where true group by list having sum(step) <> 0
      on conflict (list) do update set count = count + excluded.count;`;
  };
  const columns = countedColumns(table, lists);
  const update = `after update of ${columns.join(', ')} on ${table} when ${isChanged(columns)}`;
  yield trigger(`${table}_count_insert`, `after insert on ${table}`, count(['new', 1]));
  yield trigger(`${table}_count_update`, update, count(['old', -1], ['new', 1]));
  yield trigger(`${table}_count_delete`, `after delete on ${table}`, count(['old', -1]));
}

function isChanged(columns: readonly string[]): string {
  return columns.map((name) => `old.${name} is not new.${name}`).join(' or ');
}

function trigger(name: string, event: string, body: string): TriggerSql {
  return { name, statements: [sqliteTrigger(name, { event, body })] };
}
