import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Picture } from '#shared/payload/payloads.ts';

/** Options that the fields of a form offer. */
export interface Choices {
  /** Entries of the kinds that the fields name. */
  entries: Readonly<Partial<Record<Kind, EntryChoices>>>;
  /** Entries that the front page may feature. */
  featured: readonly Choice[];
  media: readonly string[];
  documents: readonly string[];
  /** Files that the form names, by path; null: a file that is no picture. */
  files: ReadonlyMap<string, Picture | null>;
  /** Titles of the named entries, by kind and id. */
  titles: ReadonlyMap<string, string>;
}

export interface EntryChoices {
  items: readonly Choice[];
  /** Too many for a list to choose from: an id or a title is typed. */
  hasMore: boolean;
  /** Each before those below it: fields in rows too offer a list to choose from. */
  isTree?: true;
}

export interface Choice {
  id: string;
  label: string;
  /** Level in a tree, from 0. */
  depth?: number;
  /** A name that is in use and is no entry: open fields alone offer it. */
  isName?: true;
}
