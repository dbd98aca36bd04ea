import { madeFolders } from '../picture-names.ts';

/**
 * Where the files of pictures, films, sounds and fonts are. Their names are hashes of what is in them, so a file is
 * never changed. What is in `media/` visitors may ask for; `originals/` is not served: what a camera notes beside the
 * picture, such as where it was taken, is the editor's alone.
 */
export interface MediaStore {
  /** As an operator is told of it. */
  readonly place: string;
  /** Null: there is no such file. So it is with all that asks for one. */
  stat(name: string): Promise<StoredFile | null>;
  read(name: string): Promise<Buffer | null>;
  /** The path of a file on this machine, for programs that read by themselves. */
  localFile(name: string): Promise<string | null>;
  sum(name: string): Promise<FileSum | null>;
  /** Makes a file of this machine with the same content. */
  copyTo(file: string, name: string): Promise<FileSum | null>;
  /** Nobody ever reads half of what is put, nor whoever comes after a power cut. */
  put(name: string, data: Uint8Array): Promise<void>;
  /** Puts what `make` writes to the path that it is given, and never holds the whole of it in memory. */
  putFile(name: string, make: (temporary: string) => Promise<void>): Promise<void>;
  /** What is not there need not be removed. */
  remove(name: string): Promise<void>;
  removeFolder(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  /** `media/…` or `originals/…`. */
  name: string;
  /** Negative: it is there, and nobody can say how large. */
  bytes: number;
  modifiedMs: number;
}

/** The size of a file and the SHA-256 of what is in it. */
export interface FileSum {
  bytes: number;
  sha256: string;
}

/** The folders whose files are kept. */
export const mediaFolders = ['media', 'originals'] as const;

/** The name of a file as its editor gave it, by the `file` column of `media`. */
export function originalName(file: string): string {
  // A drawing is served as it is.
  return `${file.endsWith('.svg') ? 'media' : 'originals'}/${file}`;
}

/** The name of a file that visitors may ask for, by the end of its address. */
export function publicName(name: string): string {
  return `media/${name}`;
}

/** The beginning of the SHA-256 of an original or a drawing, which is its name. Null: other files are named otherwise. */
export function hashInName(name: string): string | null {
  return /^(?:originals|media(?=.*\.svg$))\/([\da-f]{24})\.\w+$/.exec(name)?.[1] ?? null;
}

export async function isStored(store: MediaStore, name: string): Promise<boolean> {
  return (await store.stat(name)) !== null;
}

export async function readOriginal(store: MediaStore, file: string): Promise<Buffer> {
  const name = originalName(file);
  const data = await store.read(name);
  if (data === null) throw new Error(`${name} is not in ${store.place}`);
  return data;
}

/** Removes an original and everything that was made of it. */
export async function removePicture(store: MediaStore, file: string): Promise<void> {
  for (const made of madeFolders(file)) await store.removeFolder(publicName(made));
  await store.remove(originalName(file));
}
