import { constants } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import type { FileSum } from '#server/media/store/media-store.ts';
import type { Manifest } from './manifest.ts';
import { flush, forEachOf, sumOf } from '#server/media/store/sums.ts';

/** The folders of `DATA_DIR` whose files have the hash of a content as their name, and are never changed. */
const mediaFolders = ['media', 'originals'];

const atOnce = 8;

/** What of the files of pictures is in a backup. */
export interface CopiedMedia {
  files: Map<string, FileSum>;
  /** How many of them an earlier backup had already, and share its room. */
  shared: number;
  /** Names of what could not be read. */
  unreadable: Set<string>;
}

export interface CopyOptions {
  dataDir: string;
  to: string;
  /** An earlier backup beside it. */
  earlier: { dir: string; files: Manifest['files'] } | null;
}

/** Copies what `copied` does not have yet, and adds it there. What vanishes meanwhile nobody needs. */
export async function copyMedia({ dataDir, to, earlier }: CopyOptions, copied: CopiedMedia): Promise<void> {
  const names = (await listMedia(dataDir)).filter((name) => !copied.files.has(name));
  const folders = new Set(names.map((name) => path.dirname(path.join(to, name))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await forEachOf(names, atOnce, async (name) => {
    const [source, target] = [path.join(dataDir, name), path.join(to, name)];
    try {
      const kept = earlier && (await findKept(source, path.join(earlier.dir, name), earlier.files[name]));
      if (earlier && kept && (await tryLink(path.join(earlier.dir, name), target))) {
        copied.shared += 1;
        copied.files.set(name, kept);
      } else {
        copied.files.set(name, await copyWhole(source, target));
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      await rm(target, { force: true });
      // A link that leads nowhere is there, and cannot be read.
      const isThere = !isGone(error) || (await lstat(source).catch(() => null)) !== null;
      if (isThere) copied.unreadable.add(name);
    }
  });
  for (const folder of folders) await flush(folder);
}

/** Names relative to the folder of data, with slashes. */
export async function listMedia(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  const list = async (folder: string) => {
    const entries = await readdir(path.join(dataDir, folder), { withFileTypes: true }).catch(ifMissing);
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) await list(name);
      // Others are not whole yet.
      else if (!entry.name.endsWith('.tmp')) names.push(name);
    }
  };
  for (const folder of mediaFolders) await list(folder);
  return names;
}

function ifMissing(error: unknown): [] {
  if (isGone(error)) return [];
  throw error;
}

/** What an earlier backup says of the file, if it is as it was then: files are never changed, but some are made anew. */
async function findKept(source: string, kept: string, sum: FileSum | undefined): Promise<FileSum | null> {
  if (sum === undefined) return null;
  const [now, then] = [await stat(source), await stat(kept).catch(() => null)];
  const isSame =
    now.size === then?.size && now.size === sum.bytes && Math.abs(now.mtimeMs - then.mtimeMs) < 2;
  return isSame ? sum : null;
}

/** Backups share a file with each other, and none with the site: what happens to its file happens to no backup. */
export async function tryLink(earlier: string, target: string): Promise<boolean> {
  try {
    await link(earlier, target);
    return true;
  } catch (error) {
    if (findStorageTrouble(error) !== null) throw error;
    // Another file system, or one that has no links, or not so many.
    return false;
  }
}

/** Where the file system can, the copy shares blocks with the file until one of them is written. */
async function copyWhole(source: string, target: string): Promise<FileSum> {
  const { atime, mtime } = await stat(source);
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, 0o600);
  await utimes(target, atime, mtime);
  await flush(target);
  return sumOf(target);
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unreadable.has(String(error.code));
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

const unreadable = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'EIO',
  'EISDIR',
  'ELOOP',
  'ENXIO',
  'ENOTSUP',
  'EINVAL',
]);
