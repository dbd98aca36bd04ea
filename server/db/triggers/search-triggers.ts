import type { Repeatable } from './repeatable.ts';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { hasState, referencesTo, searchedColumns, titleColumn } from '../tables/kind-columns.ts';
import { postgresTrigger, sqliteTrigger } from './triggers.ts';

/**
 * Every write to content marks entries for search. Our own writers index them before they commit; marks of an
 * operator's own SQL are indexed by a server, at its start or within a minute.
 */
export const searchTriggers: Repeatable = {
  name: 'search-triggers',
  revision: 5,
  statements: (engine) => (engine === 'sqlite' ? [...sqliteTriggers()] : [...postgresTriggers()]),
  isOwn: (trigger) => trigger.startsWith(prefix),
};

const prefix = 'search_of_';

interface Searched {
  table: string;
  columns: readonly string[];
  /** Columns with the entry's title as shown in others, and whether it is. */
  shown: readonly string[];
  namedIn: readonly NamedIn[];
}

/** Entries of a kind in whose documents another is named. */
interface NamedIn {
  table: string;
  /** A query of their ids, by a condition for the id of the other. */
  ids(isNamed: string): string;
  /** They can have its id before it is there, and after. */
  isOpen: boolean;
}

function tables(): Searched[] {
  return kindNames.map((table) => ({
    table,
    columns: searchedColumns(table),
    shown: [titleColumn(table), ...(hasState(table) ? ['status'] : [])],
    namedIn: referencesTo(table)
      .filter(({ isSearched }) => isSearched)
      .map(({ kind, column, isOpen }) => ({
        table: kind,
        ids: (isNamed) =>
          isOpen
            ? // A product has the names of the categories above its own, too.
              `select product_id as id from product_categories where category_id ${isNamed}`
            : `select id from ${kind} where ${column} ${isNamed}`,
        isOpen,
      })),
  }));
}

/** An existing mark becomes the newest: a writer indexes the newest ones. */
const renewed = 'on conflict (kind, ref) do update set seq = excluded.seq';

function* sqliteTriggers(): Generator<string> {
  const trigger = (name: string, event: string, body: string) =>
    sqliteTrigger(`${prefix}${name}`, { event, body });
  const mark = (select: string) => `insert into search_dirty (kind, ref, seq)
    select *, (select coalesce(max(seq), 0) + 1 from search_dirty) from (${select}) where true ${renewed};`;
  for (const { table, columns, shown, namedIn } of tables()) {
    const marked = (row: string) => mark(`select '${table}', ${row}.id`);
    yield trigger(`${table}_insert`, `after insert on ${table}`, marked('new'));
    yield trigger(
      `${table}_update`,
      `after update on ${table} when ${isChanged(columns)}`,
      mark(`select '${table}', new.id union all select '${table}', old.id where old.id <> new.id`),
    );
    yield trigger(`${table}_delete`, `after delete on ${table}`, marked('old'));
    for (const other of namedIn) {
      const name = `${table}_in_${other.table}`;
      const others = (row: string) => mark(`select '${other.table}', id from (${other.ids(`= ${row}.id`)})`);
      yield trigger(name, `after update on ${table} when ${isChanged(shown)}`, others('new'));
      if (!other.isOpen) continue;
      yield trigger(`${name}_insert`, `after insert on ${table}`, others('new'));
      yield trigger(`${name}_delete`, `after delete on ${table}`, others('old'));
    }
  }
  const placed = (row: string) => mark(`select 'products', ${row}.product_id`);
  yield trigger('product_categories_insert', 'after insert on product_categories', placed('new'));
  yield trigger('product_categories_delete', 'after delete on product_categories', placed('old'));
}

function isChanged(columns: readonly string[]): string {
  return columns.map((name) => `old.${name} is not new.${name}`).join(' or ');
}

/** Once for each statement, and in the order of the ids, so that two writers do not wait for each other. */
function* postgresTriggers(): Generator<string> {
  const mark = (select: string) => `insert into search_dirty (kind, ref) ${select} ${renewed};`;
  const updated = 'referencing old table as old_rows new table as new_rows for each statement';
  for (const { table, columns, shown, namedIn } of tables()) {
    const marked = (rows: string) => mark(`select '${table}', id from ${rows} order by id`);
    yield* postgresTrigger(`${prefix}${table}_insert`, {
      event: `after insert on ${table} referencing new table as new_rows for each statement`,
      body: marked('new_rows'),
    });
    const values = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
    yield* postgresTrigger(`${prefix}${table}_update`, {
      event: `after update on ${table} ${updated}`,
      // A renamed entry stands in one of the two alone.
      body: marked(`(select coalesce(before.id, after.id) as id
      from old_rows as before full join new_rows as after on before.id = after.id
      where row(${values('before')}) is distinct from row(${values('after')})) as changed`),
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
      const name = `${prefix}${table}_in_${other.table}`;
      const others = (named: string) =>
        mark(
          `select distinct '${other.table}', id from (${other.ids(`in (${named})`)}) as naming order by id`,
        );
      const differs = shown.map((column) => `new_rows.${column} <> old_rows.${column}`).join(' or ');
      yield* postgresTrigger(name, {
        event: `after update on ${table} ${updated}`,
        body: others(`select new_rows.id from new_rows join old_rows using (id) where ${differs}`),
      });
      if (!other.isOpen) continue;
      yield* postgresTrigger(`${name}_insert`, {
        event: `after insert on ${table} referencing new table as new_rows for each statement`,
        body: others('select id from new_rows'),
      });
      yield* postgresTrigger(`${name}_delete`, {
        event: `after delete on ${table} referencing old table as old_rows for each statement`,
        body: others('select id from old_rows'),
      });
    }
  }
  const placed = (rows: string) =>
    mark(`select distinct 'products', product_id from ${rows} order by product_id`);
  yield* postgresTrigger(`${prefix}product_categories_insert`, {
    event: 'after insert on product_categories referencing new table as new_rows for each statement',
    body: placed('new_rows'),
  });
  yield* postgresTrigger(`${prefix}product_categories_delete`, {
    event: 'after delete on product_categories referencing old table as old_rows for each statement',
    body: placed('old_rows'),
  });
}
