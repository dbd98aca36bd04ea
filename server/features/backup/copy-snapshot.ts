import { open, rm, type FileHandle } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { chunkBytes } from '#server/media/store/sums.ts';

/**
 * Writes the files of a SQLite database as they are in the snapshot of a read transaction that has begun and goes on.
 * Returns what ends the copying; it must be called after that transaction's connection is closed, since closing any
 * handle of the file gives up all locks that this process has on it
 * (https://www.sqlite.org/howtocorrupt.html, "Posix advisory locks canceled").
 *
 * Why the bytes are one database (https://www.sqlite.org/walformat.html): while the transaction lasts, a checkpoint moves
 * no change into the file that is later than the snapshot. Either the snapshot needs the log: then this is not begun
 * anew, all changes that are moved meanwhile are in it, and the file, however it was met, becomes what the log says with
 * the log's own last whole transaction. Or it needs the file alone: then nothing is moved into that, and a log that was
 * begun anew, or was empty, is left out.
 */
export async function copySnapshot(file: string, target: string): Promise<() => Promise<void>> {
  const source = await open(file, 'r');
  try {
    const before = await headOfLog(file);
    await copyBytes(source, target);
    if (before !== null) {
      await copyLog(file, target);
      if ((await headOfLog(file)) !== before) await rm(logOf(target));
    }
    return () => source.close();
  } catch (error) {
    // The locks are given up with it, which harms nobody who gets no copy.
    await source.close();
    throw error;
  }
}

/** Moves the log of a copy into it, so that it is one file. */
export function withoutLog(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('pragma synchronous = off; pragma journal_mode = delete');
  } finally {
    db.close();
  }
}

const logOf = (file: string) => `${file}-wal`;
const bytesOfHead = 32;

/** Changes when the log is begun anew: it has two random numbers then. Null: there is nothing in it. */
async function headOfLog(file: string): Promise<string | null> {
  const log = await open(logOf(file), 'r').catch((error: unknown) => {
    // One that is there and cannot be read is not one without changes.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (log === null) return null;
  try {
    const { bytesRead, buffer } = await log.read(Buffer.alloc(bytesOfHead), 0, bytesOfHead, 0);
    return bytesRead < bytesOfHead ? null : buffer.toString('hex');
  } finally {
    await log.close();
  }
}

async function copyLog(file: string, target: string): Promise<void> {
  const log = await open(logOf(file), 'r');
  try {
    await copyBytes(log, logOf(target));
  } finally {
    await log.close();
  }
}

const bytesOfFlush = 67_108_864;

/** As much as the file has when this begins. It goes to the disk meanwhile, not all at once at the end. */
async function copyBytes(from: FileHandle, target: string): Promise<void> {
  const { size } = await from.stat();
  const to = await open(target, 'w', 0o600);
  try {
    let flushing = Promise.resolve();
    let unflushed = 0;
    if (size > 0) {
      const chunks = from.createReadStream({
        autoClose: false,
        start: 0,
        end: size - 1,
        highWaterMark: chunkBytes,
      });
      for await (const chunk of chunks) {
        await to.writeFile(chunk);
        unflushed += chunk.length;
        if (unflushed < bytesOfFlush) continue;
        unflushed = 0;
        await flushing;
        flushing = to.datasync();
        flushing.catch(() => {});
      }
    }
    await flushing;
  } finally {
    await to.close();
  }
}
