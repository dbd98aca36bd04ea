import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

const kinds = ['authors', 'articles', 'products', 'pages'];

/** What a search asks: an index for each kind of content, and the marks of what is still to be written into it. */
export const search: Migration = {
  name: '0011-search',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const tables = engine === 'postgres' ? postgresTables : sqliteTables;
    const statements = [
      `alter table products add column sku ${key}`,
      `create table search_dirty (kind ${key} not null, ref ${key} not null, primary key (kind, ref))`,
      // No tokeniser has written anything yet.
      `create table search_state (
        id integer primary key check (id = 1), tokeniser integer not null, builder ${key}, builder_until ${key})`,
      'insert into search_state (id, tokeniser) values (1, 0)',
      ...kinds.flatMap(tables),
      ...kinds.map((kind) => `insert into search_dirty (kind, ref) select '${kind}', id from ${kind}`),
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};

/**
 * `doc` grows in the order of the list from its end on, so that the newest are read first by stepping down. The body is
 * the first column: where a word stands in the first one, FTS5 writes down no column.
 */
function sqliteTables(kind: string): string[] {
  return [
    `create table search_${kind} (
      doc integer primary key, ref text not null unique, shown_from text not null,
      category text, author text, availability text, price integer, tags text not null, hash text not null,
      unique (shown_from, ref))`,
    `create virtual table search_${kind}_words using fts5(
      body, lead, labels, title, body_single, lead_single, labels_single, title_single, filters,
      content='', contentless_delete=1, detail=full, tokenize="ascii")`,
  ];
}

/** The sets are nested: that of the labels has what the title has, too, and so on to the body. */
function postgresTables(kind: string): string[] {
  const texts = ['title', 'labels', 'lead', 'body'];
  const key = 'text collate "C"';
  return [
    `create table search_${kind} (
      ref ${key} primary key, shown_from ${key} not null,
      category ${key}, author ${key}, availability ${key}, price integer, tags text[] not null, sku ${key},
      hash ${key} not null,
      ${texts.map((text) => `${text}_grams int4[] not null, ${text} ${key} not null`).join(', ')})`,
    ...texts.map((text) => compressed(`search_${kind}`, text)),
    `create index on search_${kind} (shown_from, ref)`,
    `create index on search_${kind} ((coalesce(price, 2147483647)), ref)`,
    `create index on search_${kind} ((coalesce(price, -1)), ref)`,
    `create index on search_${kind} (sku) where sku is not null`,
    ...texts.map(
      (text) => `create index on search_${kind} using gin (${text}_grams) with (fastupdate = off)`,
    ),
  ];
}

/** Three times as fast to read as the usual way; a server that was built without it keeps that. */
function compressed(table: string, column: string): string {
  return `do $$ begin alter table ${table} alter column ${column} set compression lz4;
    exception when feature_not_supported then null; end $$`;
}
