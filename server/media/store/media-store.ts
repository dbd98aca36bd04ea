import { madeFolders, namesOfContent } from '../pictures/picture-names.ts';

/**
 * Store for the files of pictures, films, sounds and fonts. Their names are hashes of their content, so a file never
 * changes. Visitors may ask for files in `media/`; `originals/` is not served: the notes of a camera, such as the place
 * of a picture, are the editor's alone.
 */
export interface MediaStore {
  /** Name of the place for operators. */
  readonly place: string;
  /** Null: there is no such file. The same holds for the other methods. */
  stat(name: string): Promise<StoredFile | null>;
  read(name: string): Promise<Buffer | null>;
  /** The path of a file on this machine, for programs that read by themselves. */
  localFile(name: string): Promise<string | null>;
  sum(name: string): Promise<FileSum | null>;
  /** Makes a file of this machine with the same content. */
  copyTo(file: string, name: string): Promise<FileSum | null>;
  /** Never shows half a file, not even after a power cut. */
  put(name: string, data: Uint8Array): Promise<void>;
  /** Puts the file that `make` writes to the given path, and never holds the whole of it in memory. */
  putFile(name: string, make: (temporary: string) => Promise<void>): Promise<void>;
  /** Does nothing for a missing file. */
  remove(name: string): Promise<void>;
  removeFolder(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  /** `media/…` or `originals/…`. */
  name: string;
  /** Negative: the file is there, and its size is unknown. */
  bytes: number;
  modifiedMs: number;
}

/** Size of a file and SHA-256 of its content. */
export interface FileSum {
  bytes: number;
  sha256: string;
}

/** The folders whose files are kept. */
export const mediaFolders = ['media', 'originals'] as const;

/** Name of the file that an editor gave, by the `file` column of `media`. */
export function originalName(file: string): string {
  return `${servedAsGiven.test(file) ? 'media' : 'originals'}/${file}`;
}

/** Drawings and documents are served as they are. */
const servedAsGiven = /\.(?:svg|pdf)$/;

/** Name of a file that visitors may ask for, by the end of its address. */
export function publicName(name: string): string {
  return `media/${name}`;
}

/** Beginning of the SHA-256 of an original, a drawing or a document, which is its name. Null: other files are named otherwise. */
export function hashInName(name: string): string | null {
  return /^(?:originals|media(?=.*\.(?:svg|pdf)$))\/([\da-f]{24})\.\w+$/.exec(name)?.[1] ?? null;
}

export async function isStored(store: MediaStore, name: string): Promise<boolean> {
  return (await store.stat(name)) !== null;
}

/** Puts a file, unless it is there already. */
export async function putMissing(
  store: MediaStore,
  name: string,
  make: (temporary: string) => Promise<void>,
): Promise<void> {
  if (!(await isStored(store, name))) await store.putFile(name, make);
}

export async function readOriginal(store: MediaStore, file: string): Promise<Buffer> {
  const name = originalName(file);
  const data = await store.read(name);
  if (data === null) throw new Error(`${name} is not in ${store.place}`);
  return data;
}

/** Removes an original, under each of its names, and all files made from it. */
export async function removePicture(store: MediaStore, file: string): Promise<void> {
  for (const made of madeFolders(file)) await store.removeFolder(publicName(made));
  for (const name of namesOfContent(file)) await store.remove(originalName(name));
}
