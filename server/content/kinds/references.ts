import type { LineOf } from '../front-matter.ts';
import { isFilmPath, isSoundPath } from '../media-path.ts';
import type { RenderedBody } from '../render-markdown.ts';

/** Something that a file names and that must be there. */
export interface Reference<Target extends string> {
  to: Target | 'media';
  /** The id of an entry or the path of a media file; undefined when the key is left out. */
  id: string | undefined;
  /** Path of the value within the front matter: messages name its first key. */
  at: readonly [key: string, ...rest: (string | number)[]];
}

export interface PlacedReference<Target extends string> {
  to: Target | 'media';
  id: string;
  /** What names it, for the message: `author`, `cover`, `a picture in the text`. */
  by: string;
  /** The line of the file, from 1. */
  line: number;
}

export function placeReferences<Target extends string>(
  references: readonly Reference<Target>[],
  lineOf: LineOf,
): PlacedReference<Target>[] {
  return references.flatMap(({ to, id, at }) =>
    id === undefined ? [] : [{ to, id, by: at[0], line: lineOf(...at) }],
  );
}

/** Words for a file that is named in the Markdown, in messages. */
export const pictureInText = 'a picture in the text';
export const recordingInText = 'a film or sound in the text';

export function fileInText(path: string): string {
  return isFilmPath(path) || isSoundPath(path) ? recordingInText : pictureInText;
}

/** Pictures and recordings that stand in a text which begins at that line of its file. */
export function placePictures({ images }: RenderedBody, bodyLine: number): PlacedReference<never>[] {
  return images.map(({ path, line }) => ({
    to: 'media',
    id: path,
    by: fileInText(path),
    line: bodyLine + line - 1,
  }));
}
