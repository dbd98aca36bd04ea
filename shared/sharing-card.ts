/** Size of the picture that other sites show beside a link. */
export const cardSize = { width: 1200, height: 630 } as const;

/** The site path of a card that is named by its key. */
export function cardPath(key: string): string {
  return `/media/cards/${key}.png`;
}
