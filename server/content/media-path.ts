/** A path without signs that mean something in an address or in HTML, and without a step up. */
export const mediaPathPattern = /^media\/(?!.*(?:\/\/|\/\.|\.\.))[^\\?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]+$/u;

const filmEnding = /\.mp4$/i;
const soundEnding = /\.(?:m4a|mp3)$/i;
const documentEnding = /\.pdf$/i;

export function isFilmPath(path: string): boolean {
  return mediaPathPattern.test(path) && filmEnding.test(path);
}

export function isSoundPath(path: string): boolean {
  return mediaPathPattern.test(path) && soundEnding.test(path);
}

export function isDocumentPath(path: string): boolean {
  return mediaPathPattern.test(path) && documentEnding.test(path);
}

/** For an address as in Markdown: percent-encoded, and not checked yet. */
export function isPictureAddress(address: string): boolean {
  return address.startsWith('media/') && !hasOtherEnding(address);
}

export function isPicturePath(path: string): boolean {
  return mediaPathPattern.test(path) && !hasOtherEnding(path);
}

/** Every file that is neither a recording nor a document is a picture, or refused by the import. */
function hasOtherEnding(path: string): boolean {
  return [filmEnding, soundEnding, documentEnding].some((ending) => ending.test(path));
}

/** The path of a font file, by the same rules. */
export const fontPathPattern =
  /^fonts\/[^.\\/?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD][^\\/?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]*\.(?:ttf|otf)$/iu;
