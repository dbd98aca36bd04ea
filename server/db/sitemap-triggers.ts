import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Engine } from './migration.ts';
import type { Repeatable } from './repeatable.ts';
import type { ContentTables } from './schema.ts';
import { postgresTrigger, sqliteTrigger } from './triggers.ts';

/** What sitemaps say of the rows of a table. */
interface Listed<Table extends Kind> {
  /** When visitors see a row: always, when it is published, or from the moment that it is published at. */
  shown: 'always' | 'published' | 'dated';
  updatedAt: (keyof ContentTables[Table] & string) | null;
  picture: keyof ContentTables[Table] & string;
}

const listed: { readonly [Table in Kind]: Listed<Table> } = {
  authors: { shown: 'always', updatedAt: null, picture: 'avatar' },
  articles: { shown: 'dated', updatedAt: 'updated_at', picture: 'cover' },
  products: { shown: 'dated', updatedAt: 'updated_at', picture: 'picture' },
  pages: { shown: 'published', updatedAt: 'updated_at', picture: 'cover' },
};

/**
 * Keeps `sitemap_entries`. A new row gets the next number of its table and keeps it, whatever happens to the others: so
 * the entries of a file of ten thousand stay where they are. A number that is free again is not given away but at the
 * very end.
 */
export const sitemapTriggers: Repeatable = {
  name: 'sitemap-triggers',
  revision: 1,
  statements: (engine) => [
    // What is written while the rows are listed would be listed by nobody.
    ...(engine === 'postgres' ? [`lock table ${tables().join(', ')} in share row exclusive mode`] : []),
    ...listingStatements(engine),
    ...tables().flatMap((table) => (engine === 'sqlite' ? sqliteTriggers(table) : postgresTriggers(table))),
  ],
  isOwn: (trigger) => trigger.startsWith(prefix),
};

const prefix = 'sitemap_of_';

function tables(): Kind[] {
  // The keys are those of the type and no others.
  return Object.keys(listed) as Kind[];
}

/** Makes `sitemap_entries` what the triggers would have made of it. Whatever is numbered already keeps its number. */
export function listingStatements(engine: Engine): string[] {
  return tables().flatMap((table) => {
    const { shownFrom, updatedAt, picture } = entryOf(table, table);
    const isOfTable = `sitemap_entries.kind = '${table}'`;
    const newest = newestOf(table);
    const columns = `id, ${shownFrom} as shown_from, ${updatedAt} as updated_at, ${picture} as picture`;
    return [
      `delete from sitemap_entries where ${isOfTable} and entry_id not in (select id from ${table})`,
      `update sitemap_entries set shown_from = listed.shown_from, updated_at = listed.updated_at, picture = listed.picture
        from (select ${columns} from ${table}) as listed
        where ${isOfTable} and listed.id = sitemap_entries.entry_id
          and (sitemap_entries.shown_from is distinct from listed.shown_from
            or sitemap_entries.updated_at is distinct from listed.updated_at
            or sitemap_entries.picture is distinct from listed.picture)`,
      // By id: a million rows in the order of both indexes take seconds, in any other the better part of a minute.
      `insert into sitemap_entries (kind, number, entry_id, shown_from, updated_at, picture)
        select '${table}', ${newest} + place, id, shown_from, updated_at, picture
        from (select ${columns}, row_number() over (order by id) as place from ${table}
          where id not in (select entry_id from sitemap_entries where ${isOfTable})) as missing`,
      ...(engine === 'postgres'
        ? [`create sequence if not exists ${sequenceOf(table)} as integer`, sequenceStatement(table)]
        : []),
    ];
  });
}

/** PostgreSQL: the next row of each table gets the number after the greatest. */
export function sequenceStatements(): string[] {
  return tables().map(sequenceStatement);
}

function sequenceStatement(table: Kind): string {
  return `select setval('${sequenceOf(table)}', ${newestOf(table)} + 1, false)`;
}

function newestOf(table: Kind): string {
  return `(select coalesce(max(number), 0) from sitemap_entries where sitemap_entries.kind = '${table}')`;
}

interface EntrySql {
  shownFrom: string;
  updatedAt: string;
  picture: string;
}

/** What `sitemap_entries` has of a row, `row` being what SQL calls it. */
function entryOf(table: Kind, row: string): EntrySql {
  const { shown, updatedAt, picture } = listed[table];
  const shownFrom = {
    // Before every moment there is.
    always: `''`,
    published: `case when ${row}.status = 'published' then '' end`,
    dated: `case when ${row}.status = 'published' then ${row}.published_at end`,
  }[shown];
  return {
    shownFrom,
    updatedAt: updatedAt === null ? 'cast(null as text)' : `${row}.${updatedAt}`,
    picture: `${row}.${picture}`,
  };
}

/** The columns on which `entryOf` depends. */
function columnsOf(table: Kind): string[] {
  const { shown, updatedAt, picture } = listed[table];
  const times = { always: [], published: ['status'], dated: ['status', 'published_at'] }[shown];
  return ['id', ...times, ...(updatedAt === null ? [] : [updatedAt]), picture];
}

function insertNew(table: Kind, number: string): string {
  const { shownFrom, updatedAt, picture } = entryOf(table, 'new');
  return `insert into sitemap_entries (kind, number, entry_id, shown_from, updated_at, picture)
    values ('${table}', ${number}, new.id, ${shownFrom}, ${updatedAt}, ${picture})
    on conflict (kind, entry_id) do update
      set shown_from = excluded.shown_from, updated_at = excluded.updated_at, picture = excluded.picture;`;
}

function updateOld(table: Kind): string {
  const { shownFrom, updatedAt, picture } = entryOf(table, 'new');
  return `update sitemap_entries
    set entry_id = new.id, shown_from = ${shownFrom}, updated_at = ${updatedAt}, picture = ${picture}
    where kind = '${table}' and entry_id = old.id;`;
}

function deleteOld(table: Kind): string {
  return `delete from sitemap_entries where kind = '${table}' and entry_id = old.id;`;
}

function sqliteTriggers(table: Kind): string[] {
  const columns = columnsOf(table);
  const isChanged = columns.map((name) => `old.${name} is not new.${name}`).join(' or ');
  const next = `(select coalesce(max(number), 0) + 1 from sitemap_entries where kind = '${table}')`;
  const trigger = (event: string, when: string, body: string) =>
    sqliteTrigger(`${prefix}${table}_${event}`, { event: when, body });
  return [
    trigger('insert', `after insert on ${table}`, insertNew(table, next)),
    trigger(
      'update',
      `after update of ${columns.join(', ')} on ${table} when ${isChanged}`,
      updateOld(table),
    ),
    trigger('delete', `after delete on ${table}`, deleteOld(table)),
  ];
}

/** From a sequence: of two who insert at the same time neither waits for the other. What is taken back leaves a gap. */
function postgresTriggers(table: Kind): string[] {
  const columns = columnsOf(table);
  const isChanged = columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ');
  const trigger = (event: string, when: string, body: string) =>
    postgresTrigger(`${prefix}${table}_${event}`, { event: when, body });
  const next = `nextval('${sequenceOf(table)}')`;
  return [
    ...trigger('insert', `after insert on ${table} for each row`, insertNew(table, next)),
    ...trigger(
      'update',
      `after update of ${columns.join(', ')} on ${table} for each row when (${isChanged})`,
      updateOld(table),
    ),
    ...trigger('delete', `after delete on ${table} for each row`, deleteOld(table)),
    ...trigger(
      'truncate',
      `after truncate on ${table} for each statement`,
      `delete from sitemap_entries where kind = '${table}';`,
    ),
  ];
}

function sequenceOf(table: Kind): string {
  return `sitemap_numbers_of_${table}`;
}
