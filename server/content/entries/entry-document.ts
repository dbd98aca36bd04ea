import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { toDocument } from './documents.ts';
import { splitFrontMatter } from '../front-matter/front-matter.ts';
import { toValues } from '../front-matter/front-matter-values.ts';

/** An entry as its file holds it, whether or not it could be published. */
export interface EntryDocument {
  /** Front matter; a value may be of any type. */
  fields: Readonly<Record<string, unknown>>;
  /** Markdown as it was typed. */
  body: string;
}

/** Takes a document apart that `writeDocument` made. */
export function readDocument(text: string): EntryDocument {
  const split = splitFrontMatter(text);
  if (split === null) return { fields: {}, body: text };
  const fields = toValues(parse(split.yaml, { mapAsMap: true }));
  const isMap = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  // A body stands after a blank line and ends with its line.
  const body = split.body.replace(/^\n/, '').replace(/\n$/, '');
  return { fields: isMap ? { ...fields } : {}, body };
}

/** The canonical text: the same entry gives the same bytes, and an export writes them. */
export function writeDocument({ fields, body }: EntryDocument): string {
  return toDocument(fields, body);
}

/** SHA-256 in hexadecimal digits. */
export function hashOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}
