import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely';

/** Opens the file for writing (creating it) or for reading, in WAL mode, so that readers never wait for a writer. */
export function openSqliteFile(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly });
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;');
  // FULL: an acknowledged write survives a power cut, not only a crash of the process.
  // No waiting inside SQLite: it would hold the whole process. Every write is a transaction, whose beginning waits.
  if (!readOnly) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0;');
  return db;
}

/** Kysely over `node:sqlite`. Transactions take the write lock at once: a deferred one can fail half way with SQLITE_BUSY. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(db: DatabaseSync) {
    const config = { database: kyselyDatabase(db) };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  /** While another process writes, pages are still answered. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await delay(20);
      }
    }
  }
}

const longestWaitMs = 5_000;

/** SQLITE_BUSY in its low byte: another connection writes. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

function kyselyDatabase(db: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => db.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = kyselyStatement(db.prepare(sql));
      // The site's own statements are few; a statement built from a list of ids has one text per length.
      if (prepared.size < 500) prepared.set(sql, statement);
      return statement;
    },
  };
}

function kyselyStatement(statement: StatementSync): SqliteStatement {
  const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bind(parameters)),
    run: (parameters) => statement.run(...bind(parameters)),
    iterate: (parameters) => statement.iterate(...bind(parameters)),
  };
}
