import { OperatorError } from '#server/errors.ts';
import {
  hashInName,
  type FileSum,
  type MediaStore,
  type StoredFile,
} from '#server/media/store/media-store.ts';
import { DamagedFileError } from '#server/media/store/store-error.ts';
import { forEachOf } from '#server/media/store/sums.ts';

interface MoveOptions {
  from: MediaStore;
  to: MediaStore;
  /** Whether the former place is emptied of what the new one has. */
  deletes: boolean;
  /** Told of what is done now and then: it may take hours. */
  tell: (line: string) => void;
}

export interface MediaMoveReport {
  /** How many files both places had, or have now, with the same content. */
  files: number;
  bytes: number;
  copied: number;
  removed: number;
  /** Files whose content is not what was put, as their name or their store says: they stay where they are. */
  damaged: string[];
}

const atOnce = 8;
const tellEvery = 1_000;

/**
 * Copies what the other place has not, or has otherwise, and reads all of both places to compare. It may be cut off and
 * begun again, and the site goes on meanwhile: what it removes is removed here too.
 */
export async function moveMedia({ from, to, deletes, tell }: MoveOptions): Promise<MediaMoveReport> {
  const report: MediaMoveReport = { files: 0, bytes: 0, copied: 0, removed: 0, damaged: [] };
  const files: StoredFile[] = [];
  for await (const file of from.list()) files.push(file);
  tell(`${files.length} files in ${from.place}.`);

  const same: string[] = [];
  await forEachOf(files, atOnce, async ({ name }) => {
    const outcome = await bring(name, from, to);
    if (outcome === 'gone') return;
    if (outcome === 'damaged') return void report.damaged.push(name);
    same.push(name);
    report.bytes += outcome.bytes;
    if (outcome.isCopied) report.copied += 1;
    if (same.length % tellEvery === 0)
      tell(`${same.length} files compared, ${report.copied} of them copied.`);
  });
  report.files = same.length;

  if (!deletes) return report;
  await forEachOf(same, atOnce, async (name) => {
    await from.remove(name);
    report.removed += 1;
  });
  return report;
}

type Outcome = 'gone' | 'damaged' | { bytes: number; isCopied: boolean };

async function bring(name: string, from: MediaStore, to: MediaStore): Promise<Outcome> {
  if ((await to.stat(name)) !== null) {
    const wanted = await sumOrDamage(name, from);
    if (wanted === null) return 'gone';
    if (wanted === 'damaged') return wanted;
    if (isSame(await sumOrDamage(name, to), wanted)) return { bytes: wanted.bytes, isCopied: false };
  }
  const copied = await copy(name, from, to);
  if (typeof copied === 'string') return copied;
  const there = await sumOrDamage(name, to);
  // Removed by the site while it was copied: nobody would remove the copy.
  if ((await from.stat(name)) === null) {
    await to.remove(name);
    return 'gone';
  }
  if (!isSame(there, copied))
    throw new OperatorError(`${name} is read otherwise from ${to.place} than from ${from.place}; move again`);
  return { bytes: copied.bytes, isCopied: true };
}

/** Resolves to the sum of what was read, which is put only if it is what its name says. */
async function copy(name: string, from: MediaStore, to: MediaStore): Promise<FileSum | 'gone' | 'damaged'> {
  const seen: { sum: FileSum | null } = { sum: null };
  try {
    await to.putFile(name, async (temporary) => {
      seen.sum = await from.copyTo(temporary, name);
      if (seen.sum === null || !isOfName(name, seen.sum)) throw new NotPutError();
    });
  } catch (error) {
    if (error instanceof DamagedFileError) return 'damaged';
    if (!(error instanceof NotPutError)) throw error;
    return seen.sum === null ? 'gone' : 'damaged';
  }
  return seen.sum ?? 'gone';
}

class NotPutError extends Error {}

function isSame(one: FileSum | 'damaged' | null, other: FileSum): boolean {
  return one !== null && one !== 'damaged' && one.bytes === other.bytes && one.sha256 === other.sha256;
}

async function sumOrDamage(name: string, store: MediaStore): Promise<FileSum | 'damaged' | null> {
  try {
    const sum = await store.sum(name);
    return sum === null || isOfName(name, sum) ? sum : 'damaged';
  } catch (error) {
    if (error instanceof DamagedFileError) return 'damaged';
    throw error;
  }
}

/** An original is named by its content, so that a damaged one is seen; what is made of it is not. */
function isOfName(name: string, { sha256 }: FileSum): boolean {
  return sha256.startsWith(hashInName(name) ?? '');
}
