import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { openSqliteFile } from '#server/db/dialects/sqlite.ts';
import { quote, quoteAll, type RowValues, type Side, type TableShape } from './side.ts';

const rowsOfBatch = 1_000;

/** No visitor waits for this process, so it may block within SQLite while others write. */
export function openSqliteSide(file: string, { readOnly }: { readOnly: boolean }): Side {
  if (!readOnly) mkdirSync(path.dirname(file), { recursive: true });
  const db = openSqliteFile(file, { readOnly });
  // Rows come in any order, and references are checked when all are there.
  db.exec('pragma busy_timeout = 60000; pragma foreign_keys = off; pragma cache_size = -200000');

  const ask: Side['ask'] = async (query) => db.prepare(query).all();

  function* batches(table: TableShape): Generator<readonly RowValues[]> {
    const statement = db.prepare(`select ${quoteAll(table.columns)} from ${quote(table.name)}`);
    statement.setReturnArrays(true);
    let batch: RowValues[] = [];
    for (const row of statement.iterate()) {
      batch.push(asRow(row));
      if (batch.length < rowsOfBatch) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  function insertOf({ name, columns }: TableShape): StatementSync {
    const places = columns.map(() => '?').join(', ');
    return db.prepare(`insert into ${quote(name)} (${quoteAll(columns)}) values (${places})`);
  }

  return {
    engine: 'sqlite',
    ask,
    async run(statements) {
      db.exec(statements);
    },
    async begin(kind) {
      db.exec(kind === 'write' ? 'begin immediate' : 'begin');
      // Fixes the snapshot: SQLite takes it at the first read.
      if (kind === 'snapshot') db.exec('select 1 from sqlite_schema');
    },
    async listTables() {
      const tables = await ask(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!' order by name`,
      );
      return tables.map(({ name }) =>
        shapeOf(String(name), db.prepare(`pragma table_xinfo(${quote(String(name))})`)),
      );
    },
    async *read(table) {
      yield* batches(table);
    },
    async readKeys(table, keys) {
      const statement = db.prepare(
        `select ${quoteAll(table.columns)} from ${quote(table.name)} where ${whereKey(table)}`,
      );
      statement.setReturnArrays(true);
      return keys.flatMap((key) => statement.all(...bind(key)).map(asRow));
    },
    async removeKeys(table, keys) {
      const statement = db.prepare(`delete from ${quote(table.name)} where ${whereKey(table)}`);
      for (const key of keys) statement.run(...bind(key));
    },
    async write(table, rows) {
      const insert = insertOf(table);
      for await (const batch of rows) for (const row of batch) insert.run(...bind(row));
    },
    breakOff() {},
    async close() {
      db.close();
    },
  };
}

function whereKey({ key }: TableShape): string {
  return key.map((name) => `${quote(name)} = ?`).join(' and ');
}

function bind(row: RowValues): SQLInputValue[] {
  return [...row];
}

/** With `setReturnArrays` a row is an array, which its type does not say. */
function asRow(row: unknown): RowValues {
  return row as RowValues;
}

/** `hidden`: a column that is computed, or of a virtual table. */
function shapeOf(name: string, info: StatementSync): TableShape {
  const columns = info.all().filter(({ hidden }) => hidden === 0);
  return {
    name,
    columns: columns.map((column) => String(column['name'])),
    key: columns
      .filter(({ pk }) => Number(pk) > 0)
      .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
      .map((column) => String(column['name'])),
  };
}
