import type { Picture } from '#shared/payload/payloads.ts';
import { largestFile } from '#shared/picture-files.ts';
import { withOrigin } from '#shared/address/with-origin.ts';
import { ownValue } from '#shared/own-value.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { resolveBody } from '#server/media/pictures/picture-queries.ts';
import type { FeedEntry } from './feed.ts';

/**
 * All texts of one document together, in bytes: readers fetch it whole, and to write and compress it takes time. 47
 * articles of 1,500 characters have half of it.
 */
const maxTextBytes = 500_000;

interface SizedRow {
  id: string;
  text_bytes: number;
}

/** Ids of the entries whose texts fit into a document, the first before the others; the rest have their summaries. */
export function chooseWholeTexts(rows: readonly SizedRow[]): string[] {
  let left = maxTextBytes;
  return rows.flatMap(({ id, text_bytes: bytes }) => {
    if (bytes > left) return [];
    left -= bytes;
    return [id];
  });
}

/** Texts with the addresses of their pictures, by the id of their entry. */
export async function resolveTexts(
  reader: Reader,
  rows: readonly { id: string; html: string }[],
): Promise<Map<string, string>> {
  const resolved = new Map<string, string>();
  for (const { id, html } of rows) resolved.set(id, await resolveBody(reader, html));
  return resolved;
}

/** An entry that is dated before its publication changed when it was published. */
export function datesOf(row: {
  published_at: string | null;
  updated_at: string | null;
}): Pick<FeedEntry, 'published' | 'updated'> {
  const published = row.published_at ?? '';
  return {
    published,
    updated: row.updated_at !== null && row.updated_at > published ? row.updated_at : published,
  };
}

const pictureTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** A picture as an enclosure: the largest file of it that every reader can show. */
export function enclosuresOf(picture: Picture | null, origin: string): FeedEntry['pictures'] {
  if (picture === null) return [];
  const file = largestFile(picture);
  const type = ownValue(pictureTypes, file.slice(file.lastIndexOf('.') + 1));
  return type === undefined ? [] : [{ url: withOrigin(origin, file), type }];
}
