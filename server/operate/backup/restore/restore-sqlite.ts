import { constants, existsSync } from 'node:fs';
import { copyFile, link, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#server/base/errors.ts';
import { usualMode, type Adopt } from './adopt.ts';
import type { Statement } from './after-restore.ts';
import { readSqlite } from '../make/copy-sqlite.ts';
import type { Manifest } from '../manifest.ts';
import { flush } from '#server/media/store/sums.ts';

/** File in the place of the new database, which nobody else can open until it is released. */
export interface FormerSqlite {
  /** Null: no file, or no database. */
  lock: DatabaseSync | null;
  isUnreadable: boolean;
}

/** @throws OperatorError when somebody has the database open, or it is not to be replaced. */
export function takeFormer(file: string, mayReplace: boolean): FormerSqlite {
  if (!existsSync(file)) return { lock: null, isUnreadable: false };
  try {
    if (!isEmpty(file) && !mayReplace)
      throw new OperatorError(`${file} has a site already; --replace puts the backup in its place`);
    return { lock: lockForSwap(file), isUnreadable: false };
  } catch (cause) {
    const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : null;
    if (code === busy)
      throw new OperatorError(`a site or a command has ${file} open; stop it, and restore then`, { cause });
    if (code !== corrupt && code !== notDatabase) throw cause;
    if (!mayReplace)
      throw new OperatorError(
        `${file} cannot be read as a database; see that no site runs, and --replace keeps it beside the backup`,
        { cause },
      );
    return { lock: null, isUnreadable: true };
  }
}

/** BUSY, CORRUPT, NOTADB. https://sqlite.org/rescode.html */
const [busy, corrupt, notDatabase] = [5, 11, 26];

/** Moves the content of the log into the file itself, so that no log stays beside it for another file to meet. */
function isEmpty(file: string): boolean {
  const db = new DatabaseSync(file);
  try {
    // In this mode the log is opened for one alone: any other connection, even an idle one, is noticed.
    db.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive');
    const isEmpty = db.prepare('select 1 from sqlite_schema').get() === undefined;
    db.exec('rollback; pragma journal_mode = delete');
    return isEmpty;
  } finally {
    db.close();
  }
}

/** Nothing that this connection does makes a file beside the database, where the next one finds it. */
function lockForSwap(file: string): DatabaseSync {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; pragma journal_mode = memory');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

interface Staged {
  backup: string;
  file: string;
  manifest: Pick<Manifest, 'tables'>;
  statements: readonly Statement[];
  adopt: Adopt;
}

/** Makes the database beside its place, checks it and runs the statements before a site may see it. */
export async function stageSqlite(options: Staged): Promise<string> {
  const staged = `${options.file}.restoring`;
  try {
    await fillStaged(staged, options);
    return staged;
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
}

async function fillStaged(
  staged: string,
  { backup, file, manifest, statements, adopt }: Staged,
): Promise<void> {
  // Remains of a killed restore. A journal of its file would be taken for that of the new one.
  for (const suffix of ['', '-journal']) await rm(staged + suffix, { force: true });
  await copyFile(backup, staged, constants.COPYFILE_FICLONE);
  const { tables } = await readSqlite(staged);
  for (const [table, count] of Object.entries(manifest.tables)) {
    if (tables[table] !== count)
      throw new OperatorError(
        `${backup} has ${tables[table] ?? 'no'} rows of ${table}, and its manifest ${count}`,
      );
  }
  const db = new DatabaseSync(staged);
  try {
    // No journal: a file that is killed here is thrown away.
    db.exec('pragma journal_mode = memory');
    makeIndexesRight(db, backup);
    db.exec('begin immediate');
    for (const { sql, parameters } of statements) db.prepare(sql).run(...parameters);
    db.exec('commit');
  } finally {
    db.close();
  }
  const former = await stat(file).catch(() => null);
  await adopt(staged, former === null ? usualMode() : former.mode & 0o777);
  await flush(staged);
}

/** A copy has the indexes as the site had them. One that lacks a row is no reason to have no site. */
function makeIndexesRight(db: DatabaseSync, backup: string): void {
  const check = () => String(db.prepare('pragma integrity_check(1)').get()?.['integrity_check']);
  if (check() === 'ok') return;
  db.exec('reindex');
  const problem = check();
  if (problem !== 'ok') throw new OperatorError(`the database in ${backup} is damaged: ${problem}`);
}

/** The one step that makes the site another one: before it there is the former database whole, after it the new one. */
export async function swapSqlite(staged: string, file: string, former: FormerSqlite): Promise<void> {
  const isNew = former.lock === null && !former.isUnreadable;
  // Before its log would be removed.
  if (isNew && existsSync(file)) throw startedMeanwhile(file);
  if (former.isUnreadable) await putAside(file);
  // A log that was left beside a database that is gone would be taken for that of the new one.
  for (const suffix of ['-wal', '-shm', '-journal']) await rm(file + suffix, { force: true });
  if (isNew) {
    await putNew(staged, file);
  } else {
    await rename(staged, file);
  }
  await flush(path.dirname(file));
  if (former.lock !== null) retire(former.lock);
}

/** Puts the database where no file is. */
async function putNew(staged: string, file: string): Promise<void> {
  try {
    await link(staged, file).catch(async (cause: unknown) => {
      if (!hasCode(cause, withoutLinks)) throw cause;
      // An empty file, which a kill leaves here, is no site.
      await writeFile(file, '', { flag: 'wx' });
      await rename(staged, file);
    });
  } catch (cause) {
    throw hasCode(cause, ['EEXIST']) ? startedMeanwhile(file, cause) : cause;
  }
  await rm(staged, { force: true });
}

/** Errors of a file system without hard links, or with too few of them. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function startedMeanwhile(file: string, cause?: unknown): OperatorError {
  return new OperatorError(
    `${file} is there now: something was started meanwhile; stop it, and restore again`,
    { cause },
  );
}

/** Keeps a damaged file, which may still be of use to somebody who mends it. */
async function putAside(file: string): Promise<void> {
  const aside = `${file}.unreadable`;
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix);
  }
  await rm(aside, { force: true });
  await link(file, aside);
}

/** Keeps out a process that opened the former file a moment ago: after its wait it would serve a file that is gone. */
function retire(lock: DatabaseSync): void {
  const isSite =
    lock.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get() !== undefined;
  if (isSite)
    lock.exec(
      "insert or ignore into schema_migrations (name, applied_at) values ('9999-replaced-by-a-restore', '')",
    );
  lock.exec('commit');
  lock.close();
}
