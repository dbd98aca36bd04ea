import { chmod, mkdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { hashInName, type MediaStore, type StoredFile } from '#server/media/store/media-store.ts';
import { DamagedFileError } from '#server/media/store/store-error.ts';
import { flush, forEachOf } from '#server/media/store/sums.ts';
import { shareFile, takeCopy, type CopiedMedia, type CopyOptions } from './copy-media.ts';

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
    const { name } = file;
    const target = path.join(to, name);
    if (await shareSame(file, { to, earlier }, copied)) return;
    try {
      const sum = await store.copyTo(target, name);
      if (sum === null) return await rm(target, { force: true });
      if (file.bytes >= 0 && sum.bytes !== file.bytes)
        throw new DamagedFileError(
          name,
          store.place,
          `it is listed with ${file.bytes} bytes and has ${sum.bytes}`,
        );
      await chmod(target, 0o600);
      const modified = new Date(file.modifiedMs);
      await utimes(target, modified, modified);
      await flush(target);
      await takeCopy({ name, target, sum }, copied);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      await rm(target, { force: true });
      copied.damaged.add(name);
    }
  });
  for (const folder of folders) await flush(folder);
}

/** Shares the file with an earlier backup, if the store has not got another one since. */
async function shareSame(
  { name, bytes, modifiedMs }: StoredFile,
  { to, earlier }: Pick<ElsewhereOptions, 'to' | 'earlier'>,
  copied: CopiedMedia,
): Promise<boolean> {
  if (!earlier || (!earlier.isCompared && hashInName(name) === null)) return false;
  const then = await stat(path.join(earlier.dir, name)).catch(() => null);
  const isSame = then?.size === bytes && Math.abs(then.mtimeMs - modifiedMs) < 1_000;
  return isSame && shareFile({ name, to, earlier }, copied);
}
