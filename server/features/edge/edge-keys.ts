import { hash } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { everythingTag, tagNumber, type Tag } from '#server/freshness/tags.ts';

/** Key of every answer that a cache in front may keep. */
export const everyAnswerKey = 'all';

/** The key of a tag by its number: as short as it can be, for a page has a hundred. */
export function keyOfTag(number: number): string {
  return `t${(number >>> 0).toString(36)}`;
}

/** Another build, or other settings that pages show, make other pages of the same content. */
export function siteKeyOf(
  { publicUrl, basePath, isIndexable, hstsSubdomains, webSubHub }: Config,
  buildId: string,
): string {
  const shown = JSON.stringify([buildId, publicUrl, basePath, isIndexable, hstsSubdomains, webSubHub]);
  return `s${hash('sha256', shown, 'hex').slice(0, 10)}`;
}

/** Note in the outbox for a key that belongs to no tag. */
export function noteOfKey(key: string): string {
  return `=${key}`;
}

/** Key of a note in the outbox. */
export function keyOfNote(note: string): string {
  if (note.startsWith('=')) return note.slice(1);
  return note === everythingTag ? everyAnswerKey : keyOfTag(tagNumber(note as Tag));
}
