/** The keys of the standard keyboard for Bopomofo, each with its sign; the space is the first tone. */
const keys = new Map(
  [
    ...['1ㄅ', 'qㄆ', 'aㄇ', 'zㄈ', '2ㄉ', 'wㄊ', 'sㄋ', 'xㄌ', 'eㄍ', 'dㄎ', 'cㄏ', 'rㄐ', 'fㄑ', 'vㄒ'],
    ...['5ㄓ', 'tㄔ', 'gㄕ', 'bㄖ', 'yㄗ', 'hㄘ', 'nㄙ', 'uㄧ', 'jㄨ', 'mㄩ', '8ㄚ', 'iㄛ', 'kㄜ', ',ㄝ'],
    ...['9ㄞ', 'oㄟ', 'lㄠ', '.ㄡ', '0ㄢ', 'pㄣ', ';ㄤ', '/ㄥ', '-ㄦ', '3ˇ', '4ˋ', '6ˊ', '7˙', ' ˉ'],
  ].map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/**
 * Bopomofo of what was typed while the input method was switched off: `j xj/6` is ㄨˉㄌㄨㄥˊ. Null if that cannot be,
 * because on such a keyboard every syllable but the last ends with a tone, or because digits alone are a number.
 */
export function zhuyinOfKeys(typed: string): string | null {
  if (/^\s*\d+\s*$/.test(typed)) return null;
  const signs = Array.from(typed.trim().toLowerCase(), (key) => keys.get(key));
  if (signs.length < 2 || signs.includes(undefined)) return null;
  const zhuyin = signs.join('');
  return /^(?:[ㄅ-ㄙ]?[ㄧㄨㄩ]?[ㄚ-ㄦ]?[ˉˊˇˋ˙])*[ㄅ-ㄙ]?[ㄧㄨㄩ]?[ㄚ-ㄦ]?$/.test(zhuyin) ? zhuyin : null;
}

/** The syllables of a text in Bopomofo as pinyin without tones; null if it is not all Bopomofo. */
export function pinyinOfZhuyin(zhuyin: string): string[] | null {
  const syllables: string[] = [];
  const syllable = /\s*˙?([ㄅ-ㄙ]?)([ㄧㄨㄩ]?[ㄚ-ㄦ]?)[ˉˊˇˋ˙]?\s*/y;
  for (let at = 0; at < zhuyin.length; at = syllable.lastIndex) {
    syllable.lastIndex = at;
    const [, initial = '', rhyme = ''] = syllable.exec(zhuyin) ?? [];
    if (initial === '' && rhyme === '') return null;
    const pinyin = spell(initial, rhyme);
    if (pinyin === null) return null;
    syllables.push(pinyin);
  }
  return syllables;
}

function spell(initial: string, rhyme: string): string | null {
  const forms = rhymes.get(rhyme);
  if (initial === '') return forms?.alone ?? null;
  const consonant = initials[initial];
  if (consonant === undefined) return null;
  if (rhyme === '') return /^(?:zh|ch|sh|r|z|c|s)$/.test(consonant) ? `${consonant}i` : null;
  if (forms === undefined) return null;
  return `${consonant}${/^[jqx]$/.test(consonant) ? forms.behind.replace(/^v/, 'u') : forms.behind}`;
}

const initials: Readonly<Record<string, string>> = {
  ...{ ㄅ: 'b', ㄆ: 'p', ㄇ: 'm', ㄈ: 'f', ㄉ: 'd', ㄊ: 't', ㄋ: 'n', ㄌ: 'l', ㄍ: 'g', ㄎ: 'k', ㄏ: 'h' },
  ...{ ㄐ: 'j', ㄑ: 'q', ㄒ: 'x', ㄓ: 'zh', ㄔ: 'ch', ㄕ: 'sh', ㄖ: 'r', ㄗ: 'z', ㄘ: 'c', ㄙ: 's' },
};

/** Each rhyme, as it is spelt alone and behind a consonant. */
const rhymes = new Map(
  [
    ...['ㄚ a a', 'ㄛ o o', 'ㄜ e e', 'ㄝ e e', 'ㄞ ai ai', 'ㄟ ei ei', 'ㄠ ao ao', 'ㄡ ou ou', 'ㄢ an an'],
    ...[
      'ㄣ en en',
      'ㄤ ang ang',
      'ㄥ eng eng',
      'ㄦ er er',
      'ㄧ yi i',
      'ㄧㄚ ya ia',
      'ㄧㄛ yo io',
      'ㄧㄝ ye ie',
    ],
    ...['ㄧㄞ ya iai', 'ㄧㄠ yao iao', 'ㄧㄡ you iu', 'ㄧㄢ yan ian', 'ㄧㄣ yin in', 'ㄧㄤ yang iang'],
    ...[
      'ㄧㄥ ying ing',
      'ㄨ wu u',
      'ㄨㄚ wa ua',
      'ㄨㄛ wo uo',
      'ㄨㄞ wai uai',
      'ㄨㄟ wei ui',
      'ㄨㄢ wan uan',
    ],
    ...['ㄨㄣ wen un', 'ㄨㄤ wang uang', 'ㄨㄥ weng ong', 'ㄩ yu v', 'ㄩㄝ yue ve', 'ㄩㄢ yuan van'],
    ...['ㄩㄣ yun vn', 'ㄩㄥ yong iong'],
  ].map((line) => {
    const [rhyme = '', alone = '', behind = ''] = line.split(' ');
    return [rhyme, { alone, behind }];
  }),
);
