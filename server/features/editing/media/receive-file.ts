import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { UploadProblem } from '#shared/editing/uploads.ts';
import { maxBytesOfName } from '#shared/editing/uploads.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';

/** A file that has come whole. Whoever gets it removes it. */
export interface ReceivedFile {
  /** Its path on this machine. */
  file: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Why a file did not come. */
export class UploadRefused extends Error {
  override name = 'UploadRefused';
  readonly problem: UploadProblem;

  constructor(problem: UploadProblem, cause?: unknown) {
    super(`an upload was refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Folder of files that are being uploaded to this machine. */
export function incomingFolder(dataDir: string): string {
  return path.join(dataDir, 'incoming');
}

/**
 * Writes a file as it comes, and never holds more than a piece of it in memory.
 * @throws UploadRefused when it is empty or too large, when the sender is too slow or gone, or there is no room. Nothing
 * of it is left then.
 */
export async function receiveFile(
  pieces: AsyncIterable<Buffer>,
  { name, dataDir }: { name: string; dataDir: string },
): Promise<ReceivedFile> {
  const folder = incomingFolder(dataDir);
  await mkdir(folder, { recursive: true });
  if (!(await hasRoom(folder))) throw new UploadRefused('disk');
  const file = path.join(folder, randomUUID());
  try {
    const { bytes, sha256 } = await write(pieces, file, maxBytesOfName(name));
    if (bytes === 0) throw new UploadRefused('empty');
    return { file, bytes, sha256 };
  } catch (error) {
    await rm(file, { force: true });
    throw findStorageTrouble(error) === 'full' ? new UploadRefused('disk', error) : error;
  }
}

/** Leaves 2 GB for the database and everything else, or a twentieth of a small disk. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize > Math.min(keptFreeBytes, (blocks * bsize) / 20);
}

const keptFreeBytes = 2 * 1024 ** 3;

async function write(
  pieces: AsyncIterable<Buffer>,
  file: string,
  maxBytes: number,
): Promise<Omit<ReceivedFile, 'file'>> {
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new UploadRefused('too-large');
      hash.update(piece);
      await handle.appendFile(piece);
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
