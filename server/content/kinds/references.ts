import type { Field } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { ownValue } from '#shared/own-value.ts';
import type { LineOf } from '../front-matter/front-matter.ts';
import { isFilmPath, isSoundPath } from '../media-path.ts';
import type { RenderedBody } from '../markdown/render-markdown.ts';

/** Type of a thing that a file can refer to. */
export type Target = Kind | 'media';

/** Something that a file names and that must be there. */
export interface Reference {
  to: Target;
  /** The id of an entry or the path of a media file. */
  id: string;
  /** It may be missing: then it is a name of its own. */
  isOpen?: true;
  /** Path of the value within the front matter: messages name its first key. */
  at: readonly [key: string, ...rest: (string | number)[]];
}

export interface PlacedReference {
  to: Target;
  id: string;
  /** It may be missing: then it is a name of its own. */
  isOpen?: true;
  /** Description of the referring part for the message: `author`, `cover`, `a picture in the text`. */
  by: string;
  /** The line of the file, from 1. */
  line: number;
}

export function placeReferences(references: readonly Reference[], lineOf: LineOf): PlacedReference[] {
  return references.map(({ at, ...reference }) => ({ ...reference, by: at[0], line: lineOf(...at) }));
}

/** Words for a file that is named in the Markdown, in messages. */
export const pictureInText = 'a picture in the text';
export const recordingInText = 'a film or sound in the text';

export function fileInText(path: string): string {
  return isFilmPath(path) || isSoundPath(path) ? recordingInText : pictureInText;
}

/** Pictures and recordings that stand in a text which begins at that line of its file. */
export function placePictures({ images }: RenderedBody, bodyLine: number): PlacedReference[] {
  return images.map(({ path, line }) => ({
    to: 'media',
    id: path,
    by: fileInText(path),
    line: bodyLine + line - 1,
  }));
}

type Values = Readonly<Record<string, unknown>>;

/** Entries and media files in front matter, checked or a draft's, in the order of its keys. */
export function referencesIn(fields: Readonly<Record<string, Field>>, values: Values): Reference[] {
  return Object.entries(fields).flatMap(([name, field]): Reference[] => {
    const value = ownValue(values, name);
    const { type, to = 'media', columns = {}, isOpen } = field;
    if (type === 'media' || type === 'reference')
      return typeof value === 'string' ? [{ to, id: value, ...(isOpen && { isOpen }), at: [name] }] : [];
    if (type === 'references') return textsIn(value).map((id, index) => ({ to, id, at: [name, index] }));
    if (type !== 'rows' || !Array.isArray(value)) return [];
    return value.flatMap((row: unknown, index) =>
      referencesIn(columns, isMap(row) ? row : {}).map(
        ({ at, ...reference }) => ({ ...reference, at: [name, index, ...at] }) as const,
      ),
    );
  });
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Gives front matter, checked or a draft's, another id where it names an entry. */
export function renameIn(
  fields: Readonly<Record<string, Field>>,
  values: Values,
  renamed: { kind: Kind; from: string; to: string },
): Values {
  const { kind, from, to } = renamed;
  const rename = (field: Field | undefined, value: unknown): unknown => {
    const { columns } = field ?? {};
    if (columns !== undefined && Array.isArray(value))
      return value.map((row: unknown) => (isMap(row) ? renameIn(columns, row, renamed) : row));
    if (field?.to !== kind) return value;
    return Array.isArray(value)
      ? value.map((id: unknown) => (id === from ? to : id))
      : value === from
        ? to
        : value;
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, rename(ownValue(fields, name), value)]),
  );
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
