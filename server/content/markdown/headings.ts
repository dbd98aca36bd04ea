import type { Token } from 'markdown-it';
import { inlineText } from './words.ts';

export interface Heading {
  id: string;
  level: number;
  text: string;
}

/** Repeated ids get -1, -2 …, counted on from one to the next: markdown-it-anchor would begin at 1 for each. */
export function uniqueId(id: string, counts: Map<string, number>): string {
  let unique = id;
  let count = counts.get(id) ?? 0;
  for (; counts.has(unique); unique = `${id}-${count}`) count += 1;
  counts.set(unique, 0).set(id, count);
  return unique;
}

/** Heading ids keep the words of any script. */
export function headingId(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  // Apart from ids of the page itself.
  return `s-${words.join('-')}`;
}

export function findHeadings(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const id = token.attrGet('id');
    return id === null
      ? []
      : [{ id: String(id), level: Number(token.tag.slice(1)), text: inlineText(tokens[index + 1]) }];
  });
}
