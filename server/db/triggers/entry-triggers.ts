import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { changedColumns, hasState, joinsOf, titleColumn } from '../tables/kind-columns.ts';
import type { Repeatable } from './repeatable.ts';
import { postgresTrigger, sqliteTrigger } from './triggers.ts';

/**
 * Every write to content makes a new version of its entry, or its first: an import and an operator's own SQL cause a
 * conflict for an editor who has it open, and overwrite nothing unseen. A version only increases; the step within one
 * transaction has no meaning.
 */
export const entryTriggers: Repeatable = {
  name: 'entry-triggers',
  revision: 3,
  statements: (engine) => (engine === 'sqlite' ? [...sqliteTriggers()] : [...postgresTriggers()]),
  isOwn: (trigger) => trigger.startsWith(prefix),
};

const prefix = 'entry_of_';

interface EntrySql {
  kind: string;
  id: string;
  title: string;
  state: string;
}

/** The entry of a row, `row` being its name in SQL. */
function entryOf(kind: Kind, row: string): EntrySql {
  return {
    kind: `'${kind}'`,
    id: `${row}.id`,
    title: `${row}.${titleColumn(kind)}`,
    state: hasState(kind) ? `${row}.status` : `'published'`,
  };
}

const raise = `on conflict (kind, id) where deleted_at is null do update set version = entries.version + 1,
  title = excluded.title, state = excluded.state, changed_at = excluded.changed_at`;

const insertInto = 'insert into entries (key, kind, id, version, title, state, changed_at)';

const sqliteNow = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
const sqliteKey = 'lower(hex(randomblob(16)))';

function* sqliteTriggers(): Generator<string> {
  const enter = ({ kind, id, title, state }: EntrySql) =>
    `${insertInto} select ${sqliteKey}, ${kind}, ${id}, 1, ${title}, ${state}, ${sqliteNow} where true ${raise};`;
  const trigger = (name: string, event: string, body: string) =>
    sqliteTrigger(`${prefix}${name}`, { event, body });
  for (const table of kindNames) {
    const entered = enter(entryOf(table, 'new'));
    const isChanged = changedColumns(table)
      .map((name) => `old.${name} is not new.${name}`)
      .join(' or ');
    yield trigger(`${table}_insert`, `after insert on ${table}`, entered);
    yield trigger(
      `${table}_update`,
      `after update on ${table} when ${isChanged}`,
      `update entries set id = new.id where kind = '${table}' and id = old.id and deleted_at is null and old.id <> new.id;
      ${entered}`,
    );
    yield trigger(
      `${table}_delete`,
      `after delete on ${table}`,
      `update entries set deleted_at = ${sqliteNow}, version = version + 1
        where kind = '${table}' and id = old.id and deleted_at is null;`,
    );
  }
  for (const { kind, table, owner, target } of joinsOf(kindNames)) {
    const raiseOwner = (row: string) =>
      `update entries set version = version + 1, changed_at = ${sqliteNow}
      where kind = '${kind}' and id = ${row}.${owner} and deleted_at is null;`;
    yield trigger(`${table}_insert`, `after insert on ${table}`, raiseOwner('new'));
    yield trigger(`${table}_delete`, `after delete on ${table}`, raiseOwner('old'));
    yield trigger(
      `${table}_update`,
      `after update of ${owner}, ${target}, position on ${table}`,
      raiseOwner('new') + raiseOwner('old'),
    );
  }
  const site = enter({ kind: `'site'`, id: `'site'`, title: `''`, state: `'published'` });
  yield trigger('site_insert', 'after insert on site', site);
  yield trigger('site_update', 'after update of settings on site when old.settings <> new.settings', site);
}

const postgresNow = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const postgresKey = `replace(gen_random_uuid()::text, '-', '')`;

/** Once for each statement: an import writes a hundred rows in one. In the order of the ids, so that two do not wait for each other. */
function* postgresTriggers(): Generator<string> {
  const enter = ({ kind, id, title, state }: EntrySql, from: string) =>
    `${insertInto} select ${postgresKey}, ${kind}, ${id}, 1, ${title}, ${state}, ${postgresNow} from ${from} order by 3 ${raise};`;
  for (const table of kindNames) {
    const columns = changedColumns(table);
    const differs = `(${columns.map((name) => `new_rows.${name}`).join(', ')}) is distinct from (${columns
      .map((name) => `old_rows.${name}`)
      .join(', ')})`;
    const entry = entryOf(table, 'new_rows');
    yield* postgresTrigger(`${prefix}${table}_insert`, {
      event: `after insert on ${table} referencing new table as new_rows for each statement`,
      body: enter(entry, 'new_rows'),
    });
    // A changed id is the rename of an operator with SQL: the old entry goes, as for a deleted row.
    yield* postgresTrigger(`${prefix}${table}_update`, {
      event: `after update on ${table} referencing old table as old_rows new table as new_rows for each statement`,
      body: `${enter(entry, `new_rows left join old_rows using (id) where old_rows.id is null or ${differs}`)}
  update entries set deleted_at = ${postgresNow}, version = version + 1 where kind = '${table}' and deleted_at is null
    and id in (select id from old_rows except select id from new_rows);`,
    });
    yield* postgresTrigger(`${prefix}${table}_delete`, {
      event: `after delete on ${table} referencing old table as old_rows for each statement`,
      body: `update entries set deleted_at = ${postgresNow}, version = version + 1
    where kind = '${table}' and deleted_at is null and id in (select id from old_rows);`,
    });
  }
  for (const { kind, table, owner, target } of joinsOf(kindNames)) {
    const raiseOwners = (rows: string) =>
      `update entries set version = version + 1, changed_at = ${postgresNow}
    where kind = '${kind}' and deleted_at is null and id in (${rows});`;
    yield* postgresTrigger(`${prefix}${table}_insert`, {
      event: `after insert on ${table} referencing new table as new_rows for each statement`,
      body: raiseOwners(`select ${owner} from new_rows`),
    });
    yield* postgresTrigger(`${prefix}${table}_delete`, {
      event: `after delete on ${table} referencing old table as old_rows for each statement`,
      body: raiseOwners(`select ${owner} from old_rows`),
    });
    const pairs = (rows: string) => `select ${owner}, ${target}, position from ${rows}`;
    yield* postgresTrigger(`${prefix}${table}_update`, {
      event: `after update on ${table} referencing old table as old_rows new table as new_rows for each statement`,
      body: raiseOwners(
        `select ${owner} from (${pairs('new_rows')} except ${pairs('old_rows')}) as after
      union select ${owner} from (${pairs('old_rows')} except ${pairs('new_rows')}) as before`,
      ),
    });
  }
  const site = { kind: `'site'`, id: `'site'`, title: `''`, state: `'published'` };
  yield* postgresTrigger(`${prefix}site_insert`, {
    event: 'after insert on site referencing new table as new_rows for each statement',
    body: enter(site, 'new_rows'),
  });
  yield* postgresTrigger(`${prefix}site_update`, {
    event: 'after update on site referencing old table as old_rows new table as new_rows for each statement',
    body: enter(site, 'new_rows join old_rows using (id) where new_rows.settings <> old_rows.settings'),
  });
}
