import { OperatorError } from '#server/base/errors.ts';
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
  /** Whether files are removed from the former place once the new one has them. */
  deletes: boolean;
  /** Receives the progress now and then: a move may take hours. */
  tell: (line: string) => void;
}

export interface MediaMoveReport {
  /** How many files both places had, or have now, with the same content. */
  files: number;
  bytes: number;
  copied: number;
  removed: number;
  /** Files whose content does not fit their name or the sum in their store: they stay where they are. */
  damaged: string[];
}

const atOnce = 8;
const tellEvery = 1_000;

/**
 * Copies files that the other place lacks or has otherwise, and reads all of both places to compare. It may be cut off
 * and begun again, and the site goes on meanwhile: files that the site removes are removed here too.
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
  // Removed by the site while it was copied: otherwise the copy would stay for ever.
  if ((await from.stat(name)) === null) {
    await to.remove(name);
    return 'gone';
  }
  if (!isSame(there, copied))
    throw new OperatorError(`${name} is read otherwise from ${to.place} than from ${from.place}; move again`);
  return { bytes: copied.bytes, isCopied: true };
}

/** Resolves to the sum of the content, which is put only if it fits its name. */
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

/** An original is named by its content, so that damage shows; files made from it are not. */
function isOfName(name: string, { sha256 }: FileSum): boolean {
  return sha256.startsWith(hashInName(name) ?? '');
}
