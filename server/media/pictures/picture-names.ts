import path from 'node:path';
import { pictureRecipe } from '#shared/picture-files.ts';
import { cardSize } from '#shared/sharing-card.ts';

/** Columns of `media` that the names of its files need. */
export interface StoredPicture {
  file: string;
  served: string;
  /** The width of the original, upright. */
  width: number;
  height: number;
}

export type PictureKind = 'drawing' | 'animation' | 'opaque' | 'transparent';

/** The only size that an animation is kept in: a set of them would be megabytes that few ever see. */
const maxAnimationWidth = 960;
/** Width of the file for browsers that choose none by themselves. */
export const usualWidth = 640;

/**
 * Names the file for a browser without support for newer formats. A drawing is small and sharp at every size as it is.
 */
export function servedName(file: string, width: number, kind: PictureKind): string {
  switch (kind) {
    case 'drawing':
      return file;
    case 'animation':
      return madeName(file, `${Math.min(width, maxAnimationWidth)}.webp`);
    case 'opaque':
      return madeName(file, `${Math.min(width, usualWidth)}.jpg`);
    case 'transparent':
      return madeName(file, `${Math.min(width, usualWidth)}.png`);
  }
}

export function kindOf({ file, served }: Pick<StoredPicture, 'file' | 'served'>): PictureKind {
  if (served === file) return 'drawing';
  if (served.endsWith('.webp')) return 'animation';
  return served.endsWith('.png') ? 'transparent' : 'opaque';
}

/** Name of the file that visitors get of a film or a piece of sound. */
export function recordingName(file: string): string {
  return madeName(file, `recording${path.extname(file)}`);
}

/** Whether a stored file is a film or a piece of sound. */
export function isRecording(file: string): boolean {
  return /\.(?:mp4|m4a|mp3)$/.test(file);
}

/** Resolves to null for a picture that would be blurred at the size of a card. */
export function cardName(picture: StoredPicture): string | null {
  const isLargeEnough = picture.width >= cardSize.width / 2 && picture.height >= cardSize.height / 2;
  return isLargeEnough || kindOf(picture) === 'drawing' ? madeName(picture.file, 'card.jpg') : null;
}

/** Name of a file that is made from an original: it has its content's hash, so it may be kept for ever. */
export function madeName(file: string, what: string): string {
  return `${stem(file)}-${pictureRecipe}/${what}`;
}

/** Folders that can hold files made from an original. */
export function madeFolders(file: string): string[] {
  return Array.from({ length: pictureRecipe }, (_, i) => `${stem(file)}-${i + 1}`);
}

/** Names that files of this content may have, by the two endings of a JPEG: what is made of them has the same names. */
export function namesOfContent(file: string): string[] {
  return /\.jpe?g$/.test(file) ? ['.jpg', '.jpeg'].map((ending) => stem(file) + ending) : [file];
}

function stem(file: string): string {
  return path.parse(file).name;
}
