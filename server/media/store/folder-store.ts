import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { sumOf } from './sums.ts';
import { mediaFolders, type MediaStore, type StoredFile } from './media-store.ts';

/** A store whose files are in `DATA_DIR`. */
export function folderStore(dataDir: string): MediaStore {
  const at = (name: string) => path.join(dataDir, name);

  /** A file appears under its name when it is whole and on the disk. */
  async function putWhole(name: string, make: (temporary: string) => Promise<void>): Promise<void> {
    const target = at(name);
    await mkdir(path.dirname(target), { recursive: true });
    const temporary = `${target}.${randomUUID()}${unfinishedEnding}`;
    try {
      await make(temporary);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    place: dataDir,
    stat: (name) => describe(name, at(name)).catch(nullIfMissing),
    read: (name) => readFile(at(name)).catch(nullIfMissing),
    localFile: async (name) => ((await stat(at(name)).catch(() => null)) === null ? null : at(name)),
    sum: (name) => sumOf(at(name)).catch(nullIfMissing),
    async copyTo(file, name) {
      const source = at(name);
      try {
        // On a file system that can, the copy shares blocks with the file until one of them is written.
        await copyFile(source, file, constants.COPYFILE_FICLONE);
      } catch (error) {
        // A link that leads nowhere is there, and cannot be read.
        if ((await lstat(source).catch(() => null)) === null) return nullIfMissing(error);
        throw error;
      }
      return sumOf(file);
    },
    put: (name, data) => putWhole(name, (temporary) => writeFile(temporary, data, { flush: true })),
    putFile: (name, make) =>
      putWhole(name, async (temporary) => {
        await make(temporary);
        const handle = await open(temporary, 'r+');
        await handle.sync();
        await handle.close();
      }),
    remove: (name) => rm(at(name), { force: true }),
    removeFolder: (name) => rm(at(name), { recursive: true, force: true }),
    async *list() {
      for (const folder of mediaFolders) yield* listFolder(dataDir, folder);
    },
  };
}

/** Ending of files that are not whole yet. */
const unfinishedEnding = '.tmp';

async function* listFolder(dataDir: string, folder: string): AsyncIterable<StoredFile> {
  const entries = await readdir(path.join(dataDir, folder), { withFileTypes: true }).catch(nullIfMissing);
  for (const entry of entries ?? []) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(dataDir, name);
    else if (!entry.name.endsWith(unfinishedEnding))
      yield await describe(name, path.join(dataDir, name)).catch(() => ({ name, bytes: -1, modifiedMs: 0 }));
  }
}

async function describe(name: string, file: string): Promise<StoredFile> {
  const { size, mtimeMs } = await stat(file);
  return { name, bytes: size, modifiedMs: mtimeMs };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && missing.has(String(error.code))) return null;
  throw error;
}

const missing = new Set(['ENOENT', 'ENOTDIR']);
