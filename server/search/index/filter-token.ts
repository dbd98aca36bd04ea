import { createHash } from 'node:crypto';

/** Properties that narrow down lists of hits, and the number by which a product is found. */
export type TokenKind = 'category' | 'tag' | 'author' | 'availability' | 'sku';

/** Token of a whole value in the index, with any signs. */
export function filterToken(kind: TokenKind, value: string): string {
  return createHash('sha256').update(`${kind}\n${value}`).digest('hex').slice(0, 16);
}
