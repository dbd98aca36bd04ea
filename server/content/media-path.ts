/** A path without signs that mean something in an address or in HTML, and without a step up. */
export const mediaPathPattern = /^media\/(?!.*(?:\/\/|\/\.|\.\.))[^\\?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]+$/u;

/** The path of a font file, by the same rules. */
export const fontPathPattern =
  /^fonts\/[^.\\/?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD][^\\/?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]*\.(?:ttf|otf)$/iu;
