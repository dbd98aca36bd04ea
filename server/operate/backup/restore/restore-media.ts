import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, usualMode, type Adopt } from './adopt.ts';
import { OperatorError } from '#server/base/errors.ts';
import { originalName, type FileSum, type MediaStore } from '#server/media/store/media-store.ts';
import { DamagedFileError } from '#server/media/store/store-error.ts';
import type { Manifest } from '../manifest.ts';
import { flush, forEachOf, sumOf } from '#server/media/store/sums.ts';

const atOnce = 4;

interface Places {
  backup: string;
  dataDir: string;
}

/**
 * Puts the files of pictures beside those that are there, and removes none: their names are hashes of what is in them, so
 * a site whose restore is killed here has all of its own, and only files that it does not need.
 */
export async function restoreMedia(
  { backup, dataDir }: Places,
  files: Manifest['files'],
  adopt: Adopt,
): Promise<void> {
  const names = Object.keys(files).filter((name) => name.includes('/'));
  const folders = new Set(names.map((name) => path.dirname(path.join(dataDir, name))));
  for (const folder of folders) await makeFolder(folder, adopt);
  await forEachOf(names, atOnce, async (name) => {
    const target = path.join(dataDir, name);
    if (await hasSum(target, files[name])) return;
    const source = path.join(backup, name);
    const temporary = `${target}.${randomUUID()}.tmp`;
    try {
      await copyFile(source, temporary, constants.COPYFILE_FICLONE);
      await adopt(temporary, usualMode());
      const { atime, mtime } = await stat(source);
      await utimes(temporary, atime, mtime);
      await flush(temporary);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });
  for (const folder of folders) await flush(folder);
}

async function hasSum(file: string, sum: FileSum | undefined): Promise<boolean> {
  const there = await stat(file).catch(() => null);
  return there?.size === sum?.bytes && (await sumOf(file)).sha256 === sum?.sha256;
}

/** The same for a store elsewhere: what it has is read, and what it has not, or otherwise, is put. */
export async function restoreElsewhere(
  { backup, store }: { backup: string; store: MediaStore },
  files: Manifest['files'],
): Promise<void> {
  const names = Object.keys(files).filter((name) => name.includes('/'));
  await forEachOf(names, atOnce, async (name) => {
    const sum = files[name];
    const isThere = (await store.stat(name))?.bytes === sum?.bytes;
    // A damaged one is put anew, as one that is missing.
    if (isThere && (await store.sum(name).catch(nullIfDamaged))?.sha256 === sum?.sha256) return;
    await store.putFile(name, (temporary) => copyFile(path.join(backup, name), temporary));
    if ((await store.sum(name))?.sha256 !== sum?.sha256)
      throw new OperatorError(`${store.place} gives ${name} back otherwise than it was put`);
  });
}

function nullIfDamaged(error: unknown): null {
  if (error instanceof DamagedFileError) return null;
  throw error;
}

/** The originals that are there and not in the backup, by their names in the `file` column of `media`. */
export async function listStrays(store: MediaStore, files: Manifest['files']): Promise<string[]> {
  const others: string[] = [];
  for await (const { name } of store.list()) if (!(name in files)) others.push(name);
  return others
    .map((name) => ({ name, file: path.basename(name) }))
    .filter(({ name, file }) => name === originalName(file))
    .map(({ file }) => file);
}
