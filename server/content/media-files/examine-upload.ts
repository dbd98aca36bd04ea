import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { maxBytesOfName, type UploadProblem } from '#shared/editing/uploads.ts';
import {
  findTooLarge,
  looksOf,
  readHeader,
  readLooks,
  readSmall,
  type SmallPicture,
} from '#server/media/pictures/examine-picture.ts';
import { encodeAnimation, encodeServed } from '#server/media/pictures/make-pictures.ts';
import { kindOf, usualWidth } from '#server/media/pictures/picture-names.ts';
import { findFormat, headBytes, type MediaEnding } from './find-format.ts';
import { inspectMedia, isProblem, type LookAtPixels, type MediaFile } from './media-files.ts';

export type ExaminedUpload = { media: MediaFile } | { problem: UploadProblem };

/** Place of the file for visitors that an examination makes of a picture, beside that picture. */
export function servedCopyOf(sourceFile: string): string {
  return `${sourceFile}.served`;
}

/**
 * Examines an uploaded file by the rules of the import. Its content gives it the ending, whatever its name was. The path
 * of the result is not the one that it will have. Of a picture, the file for visitors is made from the same pixels: to
 * decode one of 30 MB takes as long as everything else.
 */
export async function examineUpload(sourceFile: string): Promise<ExaminedUpload> {
  const format = findFormat(await readHead(sourceFile));
  if (format === null) return { problem: 'unknown' };
  if (format === 'heic' || format === 'tiff') return { problem: format };
  // Its name may have allowed more than its content does.
  if ((await stat(sourceFile)).size > maxBytesOfName(format)) return { problem: 'too-large' };
  const problem = problems[format] ?? 'damaged';
  if (!isMoving(format) && format !== '.pdf') {
    const header = await readHeader(await readFile(sourceFile));
    if (header !== null && findTooLarge(header)) return { problem: 'pixels' };
  }
  const kept: KeptPixels = { small: null };
  const first = await inspect(sourceFile, format, kept);
  // Sound alone may say that it is a film.
  const media = isProblem(first) && format === '.mp4' ? await inspect(sourceFile, '.m4a', kept) : first;
  if (isProblem(media)) return { problem };
  const served = await makeServed(media, kept);
  if (served !== null) await writeFile(servedCopyOf(sourceFile), served);
  return { media };
}

interface KeptPixels {
  small: SmallPicture | null;
}

/** Makes the file for visitors of a picture; null for everything else. */
async function makeServed(media: MediaFile, { small }: KeptPixels): Promise<Buffer | null> {
  if (!hasMadeFile(media)) return null;
  if (small !== null) return encodeServed(small, media);
  const { served, width, sourceFile } = media;
  return width === null ? null : encodeAnimation(await readFile(sourceFile), { served, width });
}

/** Whether visitors get a file that is made of this one: neither a film nor a document nor a drawing. */
export function hasMadeFile(media: MediaFile): boolean {
  return !('recording' in media) && media.width !== null && kindOf(media) !== 'drawing';
}

const problems: Partial<Record<MediaEnding, UploadProblem>> = {
  '.svg': 'drawing',
  '.pdf': 'document',
  '.mp4': 'recording',
  '.m4a': 'recording',
  '.mp3': 'recording',
};

function isMoving(format: MediaEnding): boolean {
  return problems[format] === 'recording';
}

/** Looked at anew, whether the file is known or not: the server has compared its hash before. */
function inspect(sourceFile: string, ending: MediaEnding, kept: KeptPixels) {
  const look: LookAtPixels = async (data, frames) => {
    if (frames > 1) return readLooks(data, frames);
    kept.small = await readSmall(data, { frames, width: usualWidth });
    return kept.small && looksOf(kept.small, frames);
  };
  return inspectMedia(sourceFile, `media/upload${ending}`, () => Promise.resolve(null), look);
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
