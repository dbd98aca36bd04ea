import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';

/** Opens the file for writing (creating it) or for reading, in WAL mode, so that readers never wait for a writer. */
export function openSqliteFile(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly });
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;');
  // FULL: an acknowledged write survives a power cut, not only a crash of the process.
  if (!readOnly) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  // A read opens the log beside the file.
  db.exec('select 1 from sqlite_schema');
  // No waiting inside SQLite: it would block the whole process. Every write is a transaction, whose beginning waits.
  if (!readOnly) db.exec('PRAGMA busy_timeout = 0;');
  return db;
}

/** Kysely over `node:sqlite`. `beforeEach` may throw instead of a query. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(db: DatabaseSync, beforeEach?: () => void) {
    super({ database: kyselyDatabase(db, beforeEach) });
  }
}

export function kyselyDatabase(db: DatabaseSync, beforeEach?: () => void): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => db.close(),
    prepare(sql) {
      beforeEach?.();
      const cached = prepared.get(sql);
      if (cached) return cached;
      const statement = kyselyStatement(db.prepare(sql));
      // The site's own statements are few; a statement built from a list of ids has one text per length.
      if (prepared.size < 500) prepared.set(sql, statement);
      return statement;
    },
  };
}

function kyselyStatement(statement: StatementSync): SqliteStatement {
  const bind = (parameters: readonly unknown[]) => parameters.map(toSqlite);
  const reader = statement.columns().length > 0;
  // Removing from a full-text index leaves a last rowid beyond what a number holds, which `run` refuses to give as one.
  if (!reader) statement.setReadBigInts(true);
  return {
    reader,
    all: (parameters) => statement.all(...bind(parameters)),
    run: (parameters) => statement.run(...bind(parameters)),
    iterate: (parameters) => statement.iterate(...bind(parameters)),
  };
}

/**
 * Passes whole numbers as such: Node gives SQLite every number as a floating one. FTS5 ignores such a bound, and goes
 * through all of its documents instead of those between two numbers.
 */
function toSqlite(parameter: unknown): SQLInputValue {
  return Number.isSafeInteger(parameter) ? BigInt(parameter as number) : (parameter as SQLInputValue);
}
