import { randomUUID } from 'node:crypto';
import { access, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteStatus } from '#shared/status.ts';

interface DiskFacts {
  disk: SiteStatus['disk'];
  folderTrouble: string | null;
}

/** How much room there is in the folder of data, and whether something can be written where pictures are. */
export async function lookAtDisk(dataDir: string): Promise<DiskFacts> {
  const disk = await statfs(dataDir).then(
    ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }),
    () => null,
  );
  return { disk, folderTrouble: await findTrouble(dataDir) };
}

/**
 * Finds trouble by writing: the mode and owner of a folder do not show a read-only file system. Null when all is well.
 */
async function findTrouble(dataDir: string): Promise<string | null> {
  const media = path.join(dataDir, 'media');
  // Made by the first picture.
  const folder = await access(media).then(
    () => media,
    () => dataDir,
  );
  const file = path.join(folder, `.written-to-see-${randomUUID()}`);
  try {
    await writeFile(file, Buffer.alloc(blockBytes));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

/** An empty file may have room where nothing else has. */
const blockBytes = 4_096;
