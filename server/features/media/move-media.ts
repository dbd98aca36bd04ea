import { OperatorError } from '#server/errors.ts';
import type { FileSum, MediaStore, StoredFile } from '#server/media/store/media-store.ts';
import { forEachOf } from '#server/media/store/sums.ts';

interface MoveOptions {
  from: MediaStore;
  to: MediaStore;
  /** Whether the former place is emptied of what the new one has. */
  deletes: boolean;
  /** Told of what is done now and then: it may take hours. */
  tell: (line: string) => void;
}

export interface MoveReport {
  /** How many files both places had, or have now, with the same content. */
  files: number;
  bytes: number;
  copied: number;
  removed: number;
  /** Originals whose content is not that of their name: they stay where they are. */
  damaged: string[];
}

const atOnce = 8;
const tellEvery = 1_000;

/**
 * Copies what the other place has not, or has otherwise, and reads all of both places to compare. It may be cut off and
 * begun again, and the site goes on meanwhile: what it removes is removed here too.
 */
export async function moveMedia({ from, to, deletes, tell }: MoveOptions): Promise<MoveReport> {
  const report: MoveReport = { files: 0, bytes: 0, copied: 0, removed: 0, damaged: [] };
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
  const wanted = await from.sum(name);
  if (wanted === null) return 'gone';
  if (!isOfName(name, wanted)) return 'damaged';
  const there = (await to.stat(name)) && (await to.sum(name));
  if (isSame(there, wanted)) return { bytes: wanted.bytes, isCopied: false };
  const copied = await to
    .putFile(name, async (temporary) => {
      if ((await from.copyTo(temporary, name)) === null) throw new GoneError();
    })
    .then(
      () => to.sum(name),
      (error: unknown) => {
        if (error instanceof GoneError) return null;
        throw error;
      },
    );
  // Removed by the site while it was copied: nobody would remove the copy.
  if ((await from.stat(name)) === null) {
    await to.remove(name);
    return 'gone';
  }
  if (!isSame(copied, wanted))
    throw new OperatorError(`${name} is read otherwise from ${to.place} than from ${from.place}; move again`);
  return { bytes: wanted.bytes, isCopied: true };
}

class GoneError extends Error {}

function isSame(one: FileSum | null, other: FileSum): boolean {
  return one?.bytes === other.bytes && one.sha256 === other.sha256;
}

/** An original is named by its content, so that a damaged one is seen; what is made of it is not. */
function isOfName(name: string, { sha256 }: FileSum): boolean {
  const [, stem = ''] = /^(?:originals|media(?=.*\.svg$))\/([\da-f]{24})\.\w+$/.exec(name) ?? [];
  return sha256.startsWith(stem);
}
