import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { madeFolders } from './picture-names.ts';

/**
 * The place of the files of pictures. `media/` is served as it is. `originals/` is not: what a camera notes beside the
 * picture, such as where it was taken, is the editor's alone.
 */
export interface MediaFolder {
  /** The path of a file as its editor gave it, by its name in the `file` column of `media`. */
  original(file: string): string;
  /** The path of a file that visitors may ask for. */
  served(name: string): string;
  /** Removes the original and everything that was made of it. */
  remove(file: string): Promise<void>;
}

export function mediaFolder(dataDir: string): MediaFolder {
  const served = path.join(dataDir, 'media');
  const original = (file: string) =>
    path.join(file.endsWith('.svg') ? served : path.join(dataDir, 'originals'), file);
  return {
    original,
    served: (name) => path.join(served, name),
    async remove(file) {
      for (const made of madeFolders(file)) {
        await rm(path.join(served, made), { recursive: true, force: true });
      }
      await rm(original(file), { force: true });
    },
  };
}

export async function isStored(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

/** Writes a file that no reader ever sees half of, nor whoever comes after a power cut. */
export async function writeWhole(file: string, data: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, data, { flush: true });
  await rename(temporary, file);
}
