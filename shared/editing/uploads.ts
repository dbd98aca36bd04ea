/** Reasons why a file that was sent is not in the library. */
export const uploadProblems = [
  'empty',
  'too-large',
  'too-many',
  'unknown',
  'heic',
  'tiff',
  'pixels',
  'damaged',
  'drawing',
  'recording',
  'document',
  'other-format',
  'slow',
  'cut',
  'busy',
  'disk',
  'failed',
] as const;
export type UploadProblem = (typeof uploadProblems)[number];

/** A file of the library. */
export interface LibraryMedia {
  /** The path by which texts and fields name it. */
  path: string;
  /** The name that editors know it by; empty: none. */
  label: string;
  contentType: string;
  bytes: number;
  /** Null: neither a picture nor a film. */
  width: number | null;
  height: number | null;
  /** Address of a small picture of it; null: it has none. */
  thumbnail: string | null;
}

export interface UploadedMedia extends LibraryMedia {
  /** It was there before, with the same content. */
  isPresent: boolean;
}

/** JSON that answers an upload by script. */
export type UploadAnswer = { media: UploadedMedia } | { problem: UploadProblem | 'signed-out'; text: string };

const megabyte = 1024 * 1024;

/** Largest picture, drawing or document. */
export const maxFileBytes = 30 * megabyte;
export const maxSoundBytes = 50 * megabyte;
export const maxFilmBytes = 200 * megabyte;

/** Size limit of a file by its name, before its content is known. */
export function maxBytesOfName(name: string): number {
  if (/\.(?:mp4|m4v|mov)$/i.test(name)) return maxFilmBytes;
  return /\.(?:m4a|m4b|mp3)$/i.test(name) ? maxSoundBytes : maxFileBytes;
}

/** Files of one form. */
export const maxFilesOfForm = 20;
