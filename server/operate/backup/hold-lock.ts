import { accessSync, chownSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#server/base/errors.ts';

/**
 * Nobody else holds the lock of this file until it is released or the process has ended, however it ends: a file that
 * says by its existence that somebody works would outlive a kill. Node locks files by SQLite alone.
 * @throws OperatorError saying that `what` is under way already.
 */
export function holdLock(file: string, what: string): () => void {
  const lock = new DatabaseSync(file);
  try {
    requireWritable(file);
    lock.exec('pragma journal_mode = off; begin exclusive');
  } catch (cause) {
    lock.close();
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === busy)
      throw new OperatorError(`${what} is under way already (${file} is held)`, { cause });
    throw cause;
  }
  return () => lock.close();
}

/**
 * Refuses a file that this user may only read: it would be locked together with others. A command that runs as root
 * gives it to the owner of the folder.
 */
function requireWritable(file: string): void {
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(path.dirname(file));
    chownSync(file, uid, gid);
    return;
  }
  try {
    accessSync(file, constants.W_OK);
  } catch (cause) {
    throw new OperatorError(
      `${file} is of user ${statSync(file).uid}, and this one may not write to it: give it to this user, or remove it when no other command runs`,
      { cause },
    );
  }
}

/** SQLITE_BUSY */
const busy = 5;
