import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import type { DatabaseConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { openPostgresPool } from './dialects/postgres-pool.ts';
import { LossyPostgresDialect } from './dialects/postgres.ts';
import { watchSqliteFiles, type SqliteFiles } from './dialects/sqlite-files.ts';
import { SqliteWriterDialect } from './dialects/sqlite-writer.ts';
import { NodeSqliteDialect, openSqliteFile } from './dialects/sqlite.ts';
import { createTurns } from './dialects/turns.ts';
import { migrate, migrations } from './migrate.ts';
import type { Schema } from './schema.ts';

interface Handles {
  /** Serves pages: on SQLite a connection of its own that cannot write and never waits for a writer. */
  read: Kysely<Schema>;
  write: Kysely<Schema>;
  /** Like `write`, for what is refused rather than kept waiting. */
  writeBriefly: Kysely<Schema>;
  /** Rejects when it cannot be asked. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

export interface SqliteHandles extends Handles {
  engine: 'sqlite';
  /** The connection behind `read`, for the change feed's synchronous look. */
  readConnection: DatabaseSync;
  files: SqliteFiles;
}

export interface PostgresHandles extends Handles {
  engine: 'postgres';
  url: string;
}

export type Database = SqliteHandles | PostgresHandles;

/** Opens the database for work that may take its time, and brings its schema up to date. */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  /** What a move makes, or leaves behind, is for the move alone. */
  { mayBeMoving = false }: { mayBeMoving?: boolean } = {},
): Promise<Database> {
  const db =
    config.engine === 'sqlite'
      ? openSqlite(config.file, { maxWaitMs: maxWorkWaitMs })
      : openPostgres(config, log, { isForVisitors: false });
  try {
    if (config.engine === 'postgres')
      await db.ask().catch((cause: unknown) => {
        const { host, pathname } = new URL(config.url);
        const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
        const what = `the database ${pathname.slice(1)} at ${host}`;
        throw new OperatorError(`cannot use ${what}: ${reason}; check DATABASE_URL`, { cause });
      });
    await migrate(db.write, db.engine, migrations, { mayBeMoving });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Opens the database, whose schema is up to date, for pages and forms: nobody waits long for it. */
export async function openForVisitors(config: DatabaseConfig, log: Log): Promise<Database> {
  if (config.engine === 'postgres') return openPostgres(config, log, { isForVisitors: true });
  const db = openSqlite(config.file, { maxWaitMs: maxVisitorWaitMs, onFiles: tellOf(log) });
  const looking = setInterval(db.files.look, 1_000).unref();
  return {
    ...db,
    async close() {
      clearInterval(looking);
      await db.close();
    },
  };
}

/** Counted from when the write is asked for. An import of 10,000 products keeps the lock for 3 s. */
const maxVisitorWaitMs = 5_000;
const maxWorkWaitMs = 60_000;
const maxBriefWaitMs = 1_000;

function tellOf(log: Log): (problem: string | null) => void {
  return (problem) => {
    if (problem === null) log.info('the files of the database are in their place again');
    else
      log.error(
        { problem },
        'the database was removed or replaced while it was open: nothing is written, and pages come from memory; put its files in place and restart',
      );
  };
}

/** Everything or nothing; waits for other writers, a visitor's not long. */
export function writeTransaction<T>(
  db: Database,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.write.transaction().execute(work);
}

/**
 * Shows `work` the database as it would be, and leaves nothing of what it writes: no tag, no job, no version. Others
 * who write are not waited for longer than a second.
 * @throws BusyError, or PostgreSQL's own error for it, when they take longer.
 */
export async function rolledBack<T>(
  db: Database,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const trx = await db.writeBriefly.startTransaction().execute();
  try {
    if (db.engine === 'postgres') await sql`set local lock_timeout = ${sql.lit(maxBriefWaitMs)}`.execute(trx);
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

/** Writes what may be lost with the power, such as counters: not held up by the disk. */
export async function writeVolatile<T>(
  db: Database,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  if (db.engine === 'postgres') {
    return db.write.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      return work(trx);
    });
  }
  // SQLite answers at once: of several writes in a row each gets a turn of its own, and pages are answered in between.
  await nextTurn();
  return db.write.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}

interface SqliteOptions {
  maxWaitMs: number;
  onFiles?: (problem: string | null) => void;
}

function openSqlite(file: string, { maxWaitMs, onFiles }: SqliteOptions): SqliteHandles {
  const writeConnection = createSqliteFile(file);
  const files = watchSqliteFiles(file, onFiles);
  const turns = createTurns();
  const writer = (waitMs: number) =>
    new Kysely<Schema>({
      dialect: new SqliteWriterDialect(writeConnection, { files, maxWaitMs: waitMs, turns }),
    });
  const write = writer(maxWaitMs);
  const readConnection = openSqliteFile(file, { readOnly: true });
  const read = new Kysely<Schema>({ dialect: new NodeSqliteDialect(readConnection, files.requireLast) });
  return {
    engine: 'sqlite',
    read,
    write,
    // Never destroyed: its connection is closed with the other's.
    writeBriefly: writer(maxBriefWaitMs),
    readConnection,
    files,
    async ask() {
      files.require();
      await sql`select 1`.execute(read);
    },
    async close() {
      await read.destroy();
      await write.destroy();
      // Kysely closes only a connection it has used.
      for (const connection of [readConnection, writeConnection]) if (connection.isOpen) connection.close();
    },
  };
}

function createSqliteFile(file: string): DatabaseSync {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return openSqliteFile(file, { readOnly: false });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `cannot use the database file ${file}: ${reason}; check DATABASE_URL and DATA_DIR`,
      { cause },
    );
  }
}

function openPostgres(
  { url, poolSize }: DatabaseConfig & { engine: 'postgres' },
  log: Log,
  { isForVisitors }: { isForVisitors: boolean },
): PostgresHandles {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const pool = openPostgresPool(url, { size: poolSize, isForVisitors, onError });
  const db = new Kysely<Schema>({ dialect: new LossyPostgresDialect(pool) });
  return {
    engine: 'postgres',
    url,
    read: db,
    write: db,
    writeBriefly: db,
    async ask() {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}
