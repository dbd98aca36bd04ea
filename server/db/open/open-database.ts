import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { OperatorError, reasonOf } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { watchSqliteFiles } from '../dialects/sqlite-files.ts';
import { SqliteWriterDialect } from '../dialects/sqlite-writer.ts';
import { NodeSqliteDialect, openSqliteFile } from '../dialects/sqlite.ts';
import { createTurns } from '../dialects/turns.ts';
import type { PostgresHandles, SqliteHandles } from './handles.ts';
import { migrate, type MigrateOptions } from '../migrate.ts';
import { openPostgres } from './open-postgres.ts';
import { toldTo, type QueryWatch } from './query-watch.ts';
import type { Schema } from '../schema.ts';

export type Database = SqliteHandles | PostgresHandles;

/** Opens the database for work that may take its time, and brings its schema up to date. */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  { onMigrated, ...options }: MigrateOptions & { onMigrated?: (names: readonly string[]) => void } = {},
): Promise<Database> {
  const db =
    config.engine === 'sqlite'
      ? openSqlite(config.file, { maxWaitMs: maxWorkWaitMs })
      : await openPostgres(config, log, { isForVisitors: false });
  try {
    const applied = await migrate(db, log, options);
    onMigrated?.(applied);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Opens the database, whose schema is up to date, for pages and forms: no request waits long for it. */
export async function openForVisitors(
  config: DatabaseConfig,
  log: Log,
  watch: QueryWatch = () => {},
): Promise<Database> {
  if (config.engine === 'postgres') return openPostgres(config, log, { isForVisitors: true, watch });
  const db = openSqlite(config.file, { maxWaitMs: maxVisitorWaitMs, onFiles: tellOf(log), watch });
  const looking = setInterval(db.files.look, 1_000).unref();
  return {
    ...db,
    async close() {
      clearInterval(looking);
      await db.close();
    },
  };
}

/** Measured from the request of the write. An import of 10,000 products keeps the lock for 3 s. */
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
 * Runs `work` in a transaction that is rolled back, so that nothing of its writes remains: no tag, no job, no version.
 * Waits for other writers at most a second.
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

/** Writes data that may be lost in a power failure, such as counters: without waiting for the disk. */
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
  watch?: QueryWatch;
}

function openSqlite(file: string, { maxWaitMs, onFiles, watch }: SqliteOptions): SqliteHandles {
  const writeConnection = createSqliteFile(file);
  const files = watchSqliteFiles(file, onFiles);
  const turns = createTurns();
  const writer = (waitMs: number) =>
    new Kysely<Schema>({
      dialect: new SqliteWriterDialect(writeConnection, { files, maxWaitMs: waitMs, turns }),
      ...toldTo(watch),
    });
  const write = writer(maxWaitMs);
  const readConnection = openSqliteFile(file, { readOnly: true });
  // In KiB, and taken only as it is needed. With SQLite's own 2 MB a search of a million products took twice as long.
  readConnection.exec('PRAGMA cache_size = -32000');
  const read = new Kysely<Schema>({
    dialect: new NodeSqliteDialect(readConnection, files.requireLast),
    ...toldTo(watch),
  });
  return {
    engine: 'sqlite',
    read,
    readForPages: read,
    write,
    // Never destroyed: its connection is closed with the other's.
    writeBriefly: writer(maxBriefWaitMs),
    readConnection,
    files,
    async ask() {
      files.require();
      await sql`select 1`.execute(read);
      return { isReadOnly: isReadOnlyFile(file) };
    },
    async close() {
      await read.destroy();
      await write.destroy();
      // Kysely closes only a connection it has used.
      for (const connection of [readConnection, writeConnection]) if (connection.isOpen) connection.close();
    },
  };
}

/** Whether the file is read-only, as on a disk that was mounted again. Root may write whatever its mode. */
function isReadOnlyFile(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** SQLite says of it that it cannot open the file, and `mkdir` that there is no folder. */
function isReadOnlyPlace(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const folder = path.dirname(place);
    return code === 'EROFS' || (code === 'ENOENT' && folder !== place && isReadOnlyPlace(folder));
  }
}

function createSqliteFile(file: string): DatabaseSync {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return openSqliteFile(file, { readOnly: false });
  } catch (cause) {
    const reason = isReadOnlyPlace(file) ? 'it is on a read-only file system' : reasonOf(cause);
    throw new OperatorError(
      `cannot use the database file ${file}: ${reason}; check DATABASE_URL and DATA_DIR`,
      { cause },
    );
  }
}
