import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#server/errors.ts';

/**
 * Nobody else holds the lock of this file until it is released or the process has ended, however it ends: a file that
 * says by its existence that somebody works would outlive a kill. Node locks files by SQLite alone.
 * @throws OperatorError saying that `what` is under way already.
 */
export function holdLock(file: string, what: string): () => void {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma journal_mode = off; begin exclusive');
  } catch (cause) {
    lock.close();
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === busy)
      throw new OperatorError(`${what} is under way already (${file} is held)`, { cause });
    throw cause;
  }
  return () => lock.close();
}

/** SQLITE_BUSY */
const busy = 5;
