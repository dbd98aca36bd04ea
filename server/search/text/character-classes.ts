export type CharacterClass = (typeof characterClasses)[keyof typeof characterClasses];

/** Numbers, because a text of 1,500 characters is classified within some microseconds. */
export const characterClasses = { none: 0, han: 1, letter: 2, digit: 3, mark: 4, emoji: 5 } as const;

/**
 * Scripts that are written without spaces: a word may begin anywhere in a run of them. U+02D9 is the mark of the
 * neutral tone in Bopomofo, and no letter for Unicode.
 */
const han = /^(?:[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]&&[\p{L}\p{N}]]|\u02D9)$/v;

const pictograph = /^[\p{Extended_Pictographic}\p{Regional_Indicator}]$/v;

/**
 * A whole emoji: a flag of two letters, or a picture with skin tone, tags and what is joined to it by U+200D. Signs that
 * choose how it is drawn (U+FE0E, U+FE0F) may stand in it.
 */
export const emojiPattern =
  /\p{RI}\p{RI}|\p{RI}|\p{Extended_Pictographic}[\p{EMod}\uFE0E\uFE0F]*[\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\p{EMod}\uFE0E\uFE0F]*)*/vy;

/** Classes of all characters, found on first use: 255 is not yet known. */
const classes = new Uint8Array(0x11_0000).fill(255);

/** Class of the character at a place of a folded text. */
export function classAt(text: string, at: number): CharacterClass {
  const code = text.codePointAt(at) ?? 0;
  const cached = classes[code] ?? 255;
  // A table of bytes cannot say that it holds only these numbers.
  if (cached !== 255) return cached as CharacterClass;
  const fresh = classify(String.fromCodePoint(code));
  classes[code] = fresh;
  return fresh;
}

function classify(character: string): CharacterClass {
  if (han.test(character)) return characterClasses.han;
  if (/^\p{L}$/v.test(character)) return characterClasses.letter;
  if (/^\p{N}$/v.test(character)) return characterClasses.digit;
  if (/^\p{M}$/v.test(character)) return characterClasses.mark;
  return pictograph.test(character) ? characterClasses.emoji : characterClasses.none;
}

/** How many UTF-16 units the character at a place has. */
export function widthAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
