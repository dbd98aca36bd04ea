import { constants } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { hashInName, type FileSum } from '#server/media/store/media-store.ts';
import type { Manifest } from '../manifest.ts';
import { flush, forEachOf, sumOf } from '#server/media/store/sums.ts';

/** The folders of `DATA_DIR` whose files have the hash of a content as their name, and are never changed. */
const mediaFolders = ['media', 'originals'];

const atOnce = 8;

/** Media files in a backup. */
export interface CopiedMedia {
  files: Map<string, FileSum>;
  /** Number of files that share the room of an earlier backup's. */
  shared: number;
  /** Names of files that could not be read. */
  unreadable: Set<string>;
  /** Names of files whose content has changed since it was stored. */
  damaged: Set<string>;
}

/** A backup that files can be shared with. */
export interface EarlierBackup {
  dir: string;
  files: Manifest['files'];
  /** Whether its files were compared with their known sums: earlier versions took whatever a store gave. */
  isCompared: boolean;
}

export interface CopyOptions {
  dataDir: string;
  to: string;
  /** An earlier backup beside it. */
  earlier: EarlierBackup | null;
}

/** Copies the files that `copied` lacks, and adds them there. A file that vanishes meanwhile is not needed. */
export async function copyMedia({ dataDir, to, earlier }: CopyOptions, copied: CopiedMedia): Promise<void> {
  const names = (await listMedia(dataDir)).filter((name) => !copied.files.has(name));
  const folders = new Set(names.map((name) => path.dirname(path.join(to, name))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await forEachOf(names, atOnce, async (name) => {
    const [source, target] = [path.join(dataDir, name), path.join(to, name)];
    try {
      const then = earlier && (await stat(path.join(earlier.dir, name)).catch(() => null));
      const now = await stat(source);
      // Files are never changed, but some are made anew.
      const isSame = now.size === then?.size && Math.abs(now.mtimeMs - then.mtimeMs) < 2;
      if (isSame && (await shareFile({ name, to, earlier }, copied))) return;
      await takeCopy({ name, target, sum: await copyWhole(source, target) }, copied);
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
      // Files with this ending are not whole yet.
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

/**
 * Links the file of an earlier backup after comparing it with the sum there: otherwise all backups would lose a file
 * that a disk has damaged. Resolves to whether the backup has the file now.
 */
export async function shareFile(
  { name, to, earlier }: Pick<CopyOptions, 'to' | 'earlier'> & { name: string },
  copied: CopiedMedia,
): Promise<boolean> {
  const sum = earlier?.files[name];
  if (!earlier || sum === undefined || !isOfName(name, sum)) return false;
  const file = path.join(earlier.dir, name);
  const present = await sumOf(file).catch(() => null);
  if (present?.sha256 !== sum.sha256 || !(await tryLink(file, path.join(to, name)))) return false;
  copied.shared += 1;
  addFile(name, sum, copied);
  return true;
}

/** Takes a copied file into a backup if its content fits its name. */
export async function takeCopy(
  { name, target, sum }: { name: string; target: string; sum: FileSum },
  copied: CopiedMedia,
): Promise<void> {
  if (isOfName(name, sum)) return addFile(name, sum, copied);
  await rm(target, { force: true });
  copied.damaged.add(name);
}

/** It may have been damaged a moment ago. */
function addFile(name: string, sum: FileSum, copied: CopiedMedia): void {
  copied.files.set(name, sum);
  copied.damaged.delete(name);
  copied.unreadable.delete(name);
}

function isOfName(name: string, { sha256 }: FileSum): boolean {
  return sha256.startsWith(hashInName(name) ?? '');
}

/** Backups share a file with each other, and none with the site: what happens to its file happens to no backup. */
async function tryLink(earlier: string, target: string): Promise<boolean> {
  try {
    await link(earlier, target);
    return true;
  } catch (error) {
    if (findStorageTrouble(error) !== null) throw error;
    // Another file system, or one without links, or with too few of them.
    return false;
  }
}

/** On a file system that can, the copy shares blocks with the file until one of them is written. */
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
