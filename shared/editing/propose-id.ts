/** Shorter than an id may be: a number may follow. */
const maxLength = 60;

/**
 * Makes an id of a title: its words with hyphens between them, Latin in lower case, Chinese as it is. Empty for a title
 * without a letter or a digit.
 */
export function proposeId(title: string): string {
  const words = title
    .slice(0, 500)
    .normalize('NFKC')
    .toLowerCase()
    // Invisible signs, such as those that choose a variant of a character.
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/(^|-)\p{M}+-?/gu, '$1')
    .replace(/^-/, '')
    .normalize('NFC');
  const letters = [...words];
  if (letters.length <= maxLength) return words.replace(/-$/, '');
  const cut = letters.slice(0, maxLength).join('');
  // Not within a Latin word, unless it is as long as that.
  const isWithin = /[a-z\d]$/.test(cut) && /^[a-z\d]/.test(letters[maxLength] ?? '');
  return (isWithin ? cut.replace(/([^a-z\d])[a-z\d]+$/, '$1') : cut).replace(/-$/, '');
}
