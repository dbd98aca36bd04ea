import type { Picture } from '#shared/payload/payloads.ts';

export interface Addresses {
  /** Takes a site path. */
  url(path: string): string;
  /** Takes an address of this site with the base path. */
  absolute(address: string): string;
}

/** The card is another cut of the first picture, of which search engines choose what fits. */
export function imagesOf(
  pictures: readonly (Pick<Picture, 'src'> | null)[],
  absolute: Addresses['absolute'],
): string[] | undefined {
  const addresses = new Set(pictures.flatMap((picture) => (picture === null ? [] : absolute(picture.src))));
  return addresses.size === 0 ? undefined : [...addresses];
}
