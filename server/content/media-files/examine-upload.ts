import { open, readFile, stat } from 'node:fs/promises';
import { maxBytesOfName, type UploadProblem } from '#shared/editing/uploads.ts';
import { findTooLarge, readHeader } from '#server/media/pictures/examine-picture.ts';
import { findFormat, headBytes, type MediaEnding } from './find-format.ts';
import { inspectMedia, isProblem, type MediaFile } from './media-files.ts';

export type ExaminedUpload = { media: MediaFile } | { problem: UploadProblem };

/**
 * Examines an uploaded file by the rules of the import. Its content gives it the ending, whatever its name was. The path
 * of the result is not the one that it will have.
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
  const media = await inspect(sourceFile, format);
  // Sound alone may say that it is a film.
  const other = isProblem(media) && format === '.mp4' ? await inspect(sourceFile, '.m4a') : media;
  return isProblem(other) ? { problem } : { media: other };
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
function inspect(sourceFile: string, ending: MediaEnding) {
  return inspectMedia(sourceFile, `media/upload${ending}`, () => Promise.resolve(null));
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
