/** Signs without a meaning of their own, or with one that is a picture: left out where the font has none. */
const omitted = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3)$/u;
const invisible = /\p{C}|\p{Variation_Selector}/gu;

/**
 * A text as it is drawn: in one spelling, without what cannot be seen, and without pictures that the font has not. Null
 * when there is nothing to draw, or a character that cannot be.
 */
export function printable(text: string, has: (character: string) => boolean): string | null {
  const spaced = text.normalize('NFC').replace(/\s+/g, ' ').replace(invisible, '');
  const drawn = [...spaced].filter((character) => !omitted.test(character) || has(character));
  if (drawn.some((character) => character !== ' ' && !has(character))) return null;
  const shown = drawn.join('').replace(/ +/g, ' ').trim();
  return shown === '' ? null : shown;
}
