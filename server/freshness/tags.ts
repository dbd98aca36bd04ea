/**
 * What an answer read, each tag as a number, for ten thousand answers are kept and each has some twenty. Tags that have
 * the same number are dropped together: rare, and harmless.
 */
export type TagNumbers = readonly number[];

export function tagNumbers(tags: Iterable<string>): TagNumbers {
  return Array.from(tags, tagNumber);
}

/** FNV-1a, 32 bits, over UTF-16 code units. */
export function tagNumber(tag: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < tag.length; i += 1) hash = Math.imul(hash ^ tag.charCodeAt(i), 0x01000193);
  return hash;
}
