import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
} from 'kysely';
import { kyselyDatabase, NodeSqliteDialect } from './sqlite.ts';
import type { SqliteFiles } from './sqlite-files.ts';
import { BusyError } from './storage-trouble.ts';
import type { Turns } from './turns.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

interface WriterOptions {
  files: SqliteFiles;
  /** Maximum wait of a write for the connection and the lock, in ms; then it is refused. */
  maxWaitMs: number;
  /** Shared by all that write over the connection. */
  turns: Turns;
}

/**
 * Kysely over the one connection that writes. Transactions take the write lock at once: a deferred one can fail half
 * way with SQLITE_BUSY.
 */
export class SqliteWriterDialect extends NodeSqliteDialect {
  readonly #db: DatabaseSync;
  readonly #options: WriterOptions;

  constructor(db: DatabaseSync, options: WriterOptions) {
    super(db);
    this.#db = db;
    this.#options = options;
  }

  override createDriver(): Driver {
    return new SqliteWriter(this.#db, this.#options);
  }

  /** Kysely's own queue for a single connection knows no deadline. */
  override createAdapter(): DialectAdapter {
    return new OwnQueueAdapter();
  }
}

class OwnQueueAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteWriter extends SqliteDriver {
  readonly #db: DatabaseSync;
  readonly #files: SqliteFiles;
  readonly #maxWaitMs: number;
  readonly #turns: Turns;
  /** End of the current holder's wait. */
  #deadline = 0;

  constructor(db: DatabaseSync, { files, maxWaitMs, turns }: WriterOptions) {
    super({ database: kyselyDatabase(db) });
    this.#db = db;
    this.#files = files;
    this.#maxWaitMs = maxWaitMs;
    this.#turns = turns;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const deadline = performance.now() + this.#maxWaitMs;
    if (!(await this.#turns.begin(this.#maxWaitMs))) throw this.#busy();
    this.#deadline = deadline;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.pass();
  }

  /** While another process writes, pages are still answered: SQLite's own waiting would hold the whole process. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Ends a transaction whose rollback failed earlier.
    await this.rollbackTransaction(connection);
    for (;;) {
      this.#files.require();
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isCode(error, busy)) throw error;
        if (performance.now() > this.#deadline) throw this.#busy(error);
        await delay(20);
      }
    }
  }

  /** Commits. A commit into files that have been removed or replaced must not be acknowledged. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
      this.#files.require();
    } catch (cause) {
      if (this.#db.isTransaction || isCode(cause, full)) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new UnknownOutcomeError(`the database was lost while a transaction was committed (${reason})`, {
        cause,
      });
    }
  }

  /** Rolls back, which SQLite has done already after some failures. The error that led here is the one reported. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#db.isTransaction) await super.rollbackTransaction(connection).catch(() => {});
  }

  #busy(cause?: unknown): BusyError {
    const seconds = Math.round(this.#maxWaitMs / 1000);
    return new BusyError(`others wrote to the database for ${seconds} s`, { cause });
  }
}

/** SQLITE_BUSY: another process writes. SQLITE_FULL: the disk, or the longest that the file may be. */
const busy = 5;
const full = 13;

/** Whether an error has this primary code: the low byte of SQLite's code; the other bytes hold details. */
function isCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === code;
}
