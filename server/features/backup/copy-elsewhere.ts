import { chmod, mkdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { FileSum, MediaStore, StoredFile } from '#server/media/store/media-store.ts';
import { flush, forEachOf } from '#server/media/store/sums.ts';
import { tryLink, type CopiedMedia, type CopyOptions } from './copy-media.ts';

const atOnce = 8;

interface ElsewhereOptions extends Pick<CopyOptions, 'to' | 'earlier'> {
  store: MediaStore;
}

/** Fetches what `copied` does not have yet, and adds it there. What an earlier backup has is not fetched again. */
export async function copyElsewhere(
  { store, to, earlier }: ElsewhereOptions,
  copied: CopiedMedia,
): Promise<void> {
  const files: StoredFile[] = [];
  for await (const file of store.list()) if (!copied.files.has(file.name)) files.push(file);
  const folders = new Set(files.map(({ name }) => path.dirname(path.join(to, name))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await forEachOf(files, atOnce, async (file) => {
    const target = path.join(to, file.name);
    const kept =
      earlier && (await findKept(file, path.join(earlier.dir, file.name), earlier.files[file.name]));
    if (earlier && kept && (await tryLink(path.join(earlier.dir, file.name), target))) {
      copied.shared += 1;
      copied.files.set(file.name, kept);
      return;
    }
    const sum = await store.copyTo(target, file.name);
    if (sum === null) return rm(target, { force: true });
    await chmod(target, 0o600);
    const modified = new Date(file.modifiedMs);
    await utimes(target, modified, modified);
    await flush(target);
    copied.files.set(file.name, sum);
  });
  for (const folder of folders) await flush(folder);
}

/** What an earlier backup says of the file, if the store has not got another one since. */
async function findKept(
  { bytes, modifiedMs }: StoredFile,
  kept: string,
  sum: FileSum | undefined,
): Promise<FileSum | null> {
  if (sum === undefined || sum.bytes !== bytes) return null;
  const then = await stat(kept).catch(() => null);
  return then?.size === bytes && Math.abs(then.mtimeMs - modifiedMs) < 1_000 ? sum : null;
}
