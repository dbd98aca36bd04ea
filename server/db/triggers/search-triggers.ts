import type { Repeatable } from './repeatable.ts';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { referencesTo, searchedColumns, titleColumn } from '../tables/kind-columns.ts';
import { postgresTrigger, sqliteTrigger } from './triggers.ts';

/**
 * Every write to content marks entries for search. Our own writers index them before they commit; marks of an
 * operator's own SQL are indexed by a server, at its start or within a minute.
 */
export const searchTriggers: Repeatable = {
  name: 'search-triggers',
  revision: 3,
  statements: (engine) => (engine === 'sqlite' ? [...sqliteTriggers()] : [...postgresTriggers()]),
  isOwn: (trigger) => trigger.startsWith(prefix),
};

const prefix = 'search_of_';

interface Searched {
  table: string;
  columns: readonly string[];
  /** Column with the entry's title as shown in others, and the columns of those that have its id. */
  title: string;
  namedIn: readonly { table: string; column: string }[];
}

function tables(): Searched[] {
  return kindNames.map((table) => ({
    table,
    columns: searchedColumns(table),
    title: titleColumn(table),
    namedIn: referencesTo(table)
      .filter(({ isSearched }) => isSearched)
      .map(({ kind, column }) => ({ table: kind, column })),
  }));
}

/** An existing mark becomes the newest: a writer indexes the newest ones. */
const renewed = 'on conflict (kind, ref) do update set seq = excluded.seq';

function* sqliteTriggers(): Generator<string> {
  const trigger = (name: string, event: string, body: string) =>
    sqliteTrigger(`${prefix}${name}`, { event, body });
  const mark = (select: string) => `insert into search_dirty (kind, ref, seq)
    select *, (select coalesce(max(seq), 0) + 1 from search_dirty) from (${select}) where true ${renewed};`;
  for (const { table, columns, title, namedIn } of tables()) {
    const marked = (row: string) => mark(`select '${table}', ${row}.id`);
    yield trigger(`${table}_insert`, `after insert on ${table}`, marked('new'));
    yield trigger(
      `${table}_update`,
      `after update on ${table} when ${isChanged(columns)}`,
      marked('old') + marked('new'),
    );
    yield trigger(`${table}_delete`, `after delete on ${table}`, marked('old'));
    for (const other of namedIn) {
      yield trigger(
        `${table}_in_${other.table}`,
        `after update on ${table} when ${isChanged([title])}`,
        mark(`select '${other.table}', id from ${other.table} where ${other.column} = new.id`),
      );
    }
  }
}

function isChanged(columns: readonly string[]): string {
  return columns.map((name) => `old.${name} is not new.${name}`).join(' or ');
}

/** Once for each statement, and in the order of the ids, so that two writers do not wait for each other. */
function* postgresTriggers(): Generator<string> {
  const mark = (select: string) => `insert into search_dirty (kind, ref) ${select} ${renewed};`;
  const updated = 'referencing old table as old_rows new table as new_rows for each statement';
  for (const { table, columns, title, namedIn } of tables()) {
    const marked = (rows: string) => mark(`select '${table}', id from ${rows} order by id`);
    yield* postgresTrigger(`${prefix}${table}_insert`, {
      event: `after insert on ${table} referencing new table as new_rows for each statement`,
      body: marked('new_rows'),
    });
    const rows = (from: string) => `select ${columns.join(', ')} from ${from}`;
    const differing = (from: string, than: string) =>
      `select id from (${rows(from)} except ${rows(than)}) as differing`;
    yield* postgresTrigger(`${prefix}${table}_update`, {
      event: `after update on ${table} ${updated}`,
      body: marked(
        `(${differing('old_rows', 'new_rows')} union ${differing('new_rows', 'old_rows')}) as changed`,
      ),
    });
    yield* postgresTrigger(`${prefix}${table}_delete`, {
      event: `after delete on ${table} referencing old table as old_rows for each statement`,
      body: marked('old_rows'),
    });
    yield* postgresTrigger(`${prefix}${table}_truncate`, {
      event: `after truncate on ${table} for each statement`,
      body: mark(`select '${table}', ref from search_${table} order by ref`),
    });
    for (const other of namedIn) {
      yield* postgresTrigger(`${prefix}${table}_in_${other.table}`, {
        event: `after update on ${table} ${updated}`,
        body: mark(`select '${other.table}', id from ${other.table} where ${other.column} in
      (select new_rows.id from new_rows join old_rows using (id)
        where new_rows.${title} <> old_rows.${title}) order by id`),
      });
    }
  }
}
