/** A path without signs that mean something in an address or in HTML, and without a step up. */
export const mediaPathPattern = /^media\/(?!.*(?:\/\/|\/\.|\.\.))[^\\?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]+$/u;
