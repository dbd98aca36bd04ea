import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '#server/errors.ts';
import type { FileSum } from '#server/media/store/media-store.ts';
import { chunkBytes } from '#server/media/store/sums.ts';

/** What `pg_dump` has written into a file of rows in its directory format. */
export interface DumpedFile extends FileSum {
  rows: number;
}

/** Beside these are the contents, which are written last, and large objects, of which there may be very many. */
const fileOfRows = /^\d+\.dat$/;

const lookAgainMs = 20;

/**
 * Reads the rows of a dump in the directory format while they are written, each byte once: how many there are, and the
 * sum of each file. What is written goes to the disk meanwhile, not all at once at the end. Resolves when the writing has
 * ended, whichever way, to the files of rows by their names; they are on the disk then.
 * @throws OperatorError when a file has no end.
 */
export async function followDump(
  dir: string,
  writing: Promise<unknown>,
  /** Before it looks again whether there is more. */
  pause: () => Promise<unknown> = () => delay(lookAgainMs),
): Promise<Map<string, DumpedFile>> {
  let hasEnded = false;
  const ended = writing.then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  );
  const followed = new Map<string, FollowedFile>();
  try {
    for (;;) {
      // What was written before it ended is there to be read.
      const isLast = hasEnded;
      for (const name of await readdir(dir).catch(() => []))
        if (fileOfRows.test(name) && !followed.has(name))
          followed.set(name, await follow(path.join(dir, name)));
      let bytes = 0;
      for (const file of followed.values()) bytes += await file.readOn();
      if (isLast && bytes === 0) break;
      if (bytes === 0) await Promise.race([ended, pause()]);
    }
    const files = new Map<string, DumpedFile>();
    for (const [name, file] of followed) files.set(name, await file.end());
    return files;
  } finally {
    for (const file of followed.values()) await file.close();
  }
}

interface FollowedFile {
  /** Reads what is there and was not read; resolves to how many bytes that was. */
  readOn(): Promise<number>;
  end(): Promise<DumpedFile>;
  close(): Promise<void>;
}

const flushEveryMs = 250;
const lineFeed = 10;

/** Each row is a line; then come a line that says so and two that are empty. */
const ending = '\\.\n\n\n';
const linesOfEnding = 3;

async function follow(file: string): Promise<FollowedFile> {
  const handle = await open(file, 'r');
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let [bytes, lines, last, flushedAt] = [0, 0, '', performance.now()];
  let flushing = Promise.resolve();
  return {
    async readOn() {
      const before = bytes;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
        if (bytesRead === 0) return bytes - before;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        lines += countLines(chunk);
        last = (last + chunk.toString('latin1', Math.max(0, bytesRead - ending.length))).slice(
          -ending.length,
        );
        bytes += bytesRead;
        if (performance.now() - flushedAt < flushEveryMs) continue;
        flushedAt = performance.now();
        // Whether all of it is on the disk, the end tells.
        flushing = flushing.then(() => handle.datasync()).catch(() => {});
      }
    },

    async end() {
      if (last !== ending) throw new OperatorError(`${path.basename(file)} of the dump has no end`);
      await flushing;
      await handle.sync();
      return { bytes, sha256: hash.digest('hex'), rows: lines - linesOfEnding };
    },

    async close() {
      await flushing;
      await handle.close();
    },
  };
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}
