/** A path without signs that mean something in an address or in HTML, and without a step up. */
export const mediaPathPattern = /^media\/(?!.*(?:\/\/|\/\.|\.\.))[^\\?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]+$/u;

const filmEnding = /\.mp4$/i;
const soundEnding = /\.(?:m4a|mp3)$/i;

export function isFilmPath(path: string): boolean {
  return mediaPathPattern.test(path) && filmEnding.test(path);
}

export function isSoundPath(path: string): boolean {
  return mediaPathPattern.test(path) && soundEnding.test(path);
}

/** For an address as in Markdown: percent-encoded, and not checked yet. */
export function isPictureAddress(address: string): boolean {
  return address.startsWith('media/') && !filmEnding.test(address) && !soundEnding.test(address);
}

/** Every file that is not a recording is a picture, or refused by the import. */
export function isPicturePath(path: string): boolean {
  return mediaPathPattern.test(path) && !filmEnding.test(path) && !soundEnding.test(path);
}

/** The path of a font file, by the same rules. */
export const fontPathPattern =
  /^fonts\/[^.\\/?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD][^\\/?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]*\.(?:ttf|otf)$/iu;
