import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Insertable } from 'kysely';
import { maxFileBytes } from '#shared/editing/uploads.ts';
import { ownValue } from '#shared/own-value.ts';
import type { MediaTable } from '#server/db/tables/media-tables.ts';
import {
  findTooLarge,
  readHeader,
  readLooks,
  type PictureHeader,
  type PictureLooks,
} from '#server/media/pictures/examine-picture.ts';
import { makeServedFiles } from '#server/media/pictures/make-pictures.ts';
import { originalName, type MediaStore } from '#server/media/store/media-store.ts';
import { storeRecording } from '#server/media/recordings/store-recording.ts';
import { kindOf, servedName, type StoredPicture } from '#server/media/pictures/picture-names.ts';
import { findDrawingProblem } from './plain-drawing.ts';
import { inspectDocument, type DocumentFile } from './document-files.ts';
import { inspectRecording, recordingEndings, type RecordingFile } from './recording-files.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';

export type MediaFile = PictureFile | RecordingFile | DocumentFile;

interface PictureFile extends Pick<StoredPicture, 'file'>, Looks {
  /** Null: this is no picture but a font. */
  width: number | null;
  height: number | null;
  /** The path by which content names it: `media/…`, NFC. */
  path: string;
  /** The file from which it is read. */
  sourceFile: string;
  contentType: string;
  bytes: number;
}

interface Looks {
  served: string;
  blur: string | null;
}

/** Finds the stored facts about a file, by its content hash and ending; null when it is new. */
export type FindLooks = (file: string) => Promise<Looks | null>;

/** Looks at the pixels of a new picture; null when they are damaged. */
export type LookAtPixels = (data: Buffer, frames: number) => Promise<PictureLooks | null>;

const formats: Readonly<Record<string, { format: string; contentType: string }>> = {
  '.svg': { format: 'svg', contentType: 'image/svg+xml' },
  '.png': { format: 'png', contentType: 'image/png' },
  '.jpg': { format: 'jpeg', contentType: 'image/jpeg' },
  '.jpeg': { format: 'jpeg', contentType: 'image/jpeg' },
  '.webp': { format: 'webp', contentType: 'image/webp' },
  '.gif': { format: 'gif', contentType: 'image/gif' },
  '.avif': { format: 'heif', contentType: 'image/avif' },
};

/**
 * Looks at the file itself: an ending that lies, or a picture that is too large to decode or broken somewhere, is a
 * problem.
 */
export async function inspectMedia(
  sourceFile: string,
  mediaPath: string,
  findLooks: FindLooks,
  look: LookAtPixels = readLooks,
): Promise<MediaFile | Problem> {
  const problem = (wrong: string, right: string): Problem => ({ file: mediaPath, line: 1, wrong, right });
  const ending = path.extname(mediaPath).toLowerCase();
  const recording = await inspectRecording(sourceFile, mediaPath, ending);
  if (recording) return recording;
  if (ending === '.pdf') return inspectDocument(sourceFile, mediaPath);
  const expected = ownValue(formats, ending);
  if (!expected)
    return problem(
      `${ending || 'a file without an ending'} is no format of pictures, films, sound or documents`,
      `use ${[...Object.keys(formats), ...recordingEndings, '.pdf'].join(', ')}`,
    );

  const { size } = await stat(sourceFile);
  if (size > maxFileBytes) return problem(`the file has ${size} bytes`, `use at most ${maxFileBytes}`);
  const data = await readFile(sourceFile);
  const header = await readHeader(data);
  if (header === null)
    return problem('the file is not a picture that can be read', `save it as ${ending.slice(1)} again`);
  const { format, width, height } = header;
  if (format !== expected.format) {
    return problem(`the file is ${format} inside, but ends in ${ending}`, 'give it the ending of its format');
  }
  const tooLarge = findTooLarge(header);
  if (tooLarge) return problem(...tooLarge);
  const notPlain = format === 'svg' ? findDrawingProblem(data) : null;
  if (notPlain) return problem(...notPlain);

  // 96 bits: each character stands on a list page 24 times, and does not compress.
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 24);
  const file = `${hash}${ending}`;
  const stored = await findLooks(file);
  const isKnown = stored !== null && stored.served === servedName(file, width, kindOf({ file, ...stored }));
  const looks = isKnown ? stored : await lookAt(data, { file, header, look });
  if (looks === null) {
    return problem('the picture breaks off or is damaged', `save it as ${ending.slice(1)} again`);
  }
  const { contentType } = expected;
  return { path: mediaPath, sourceFile, file, contentType, bytes: size, width, height, ...looks };
}

export function isProblem(value: MediaFile | Problem): value is Problem {
  return 'wrong' in value;
}

export function toMediaRow(media: MediaFile): Insertable<MediaTable> {
  const { path, file, contentType, bytes, width, height, served, blur } = media;
  return { path, file, content_type: contentType, bytes, width, height, served, blur };
}

/** Copies the file into the store and makes the file for visitors, unless it is there. */
export async function storeMedia(media: MediaFile, store: MediaStore): Promise<void> {
  if ('recording' in media) return storeRecording(media, store);
  const data = await readFile(media.sourceFile);
  const original = originalName(media.file);
  if ((await store.stat(original))?.bytes !== media.bytes) await store.put(original, data);
  const { width, height } = media;
  if (width !== null && height !== null) await makeServedFiles(data, { ...media, width, height }, store);
}

/** Looks at a new picture; null when it is damaged. One that moves, such as an animated GIF, is kept moving. */
async function lookAt(
  data: Buffer,
  { file, header, look }: { file: string; header: PictureHeader; look: LookAtPixels },
): Promise<Looks | null> {
  const { format, width, frames } = header;
  if (format === 'svg') return { served: servedName(file, width, 'drawing'), blur: null };
  const looks = await look(data, frames);
  if (looks === null) return null;
  const kind = frames > 1 ? 'animation' : looks.isOpaque ? 'opaque' : 'transparent';
  return { served: servedName(file, width, kind), blur: looks.blur };
}
