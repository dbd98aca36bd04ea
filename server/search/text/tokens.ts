import { cachedResults } from './cached.ts';
import { widthAt } from './character-classes.ts';
import { runsOf, type Run } from './runs.ts';

/**
 * Tokens of a folded text in an index, in order. For Han characters these are the overlapping pairs and the last
 * character alone, which also keeps the pairs of two runs apart; other runs are whole words. Behind a word or a number
 * the first Han character stands once more with a 0 before it, so that a query such as 2026年 is an exact phrase.
 *
 * A tokeniser that splits at spaces and keeps letters and digits, such as FTS5's unicode61, leaves each token as it is:
 * the texts of others are written as numbers (`indexed`).
 */
export function tokensOf(folded: string): string[] {
  const tokens: string[] = [];
  let before: Run['kind'] | null = null;
  for (const { kind, text } of runsOf(folded)) {
    if (kind === 'han')
      pushHan(tokens, text, { isAfterWord: before !== null && before !== 'han', hasLast: true });
    else tokens.push(indexed(text));
    before = kind;
  }
  return tokens;
}

/**
 * The tokens of a reading of a word, which must stand one after the other. The last Han character stands alone only if
 * another run follows or it is the only one: otherwise the run may go on in the text. A single Han character that is all
 * of the reading has its own token only at the end of a run; `singlesOf` is asked for it instead.
 */
export function phraseTokens(reading: string): string[] {
  const tokens: string[] = [];
  const runs = runsOf(reading);
  for (const [index, { kind, text }] of runs.entries()) {
    const before = runs[index - 1]?.kind;
    const isAfterWord = before !== undefined && before !== 'han';
    const isOnly = !isAfterWord && Array.from(text).length === 1;
    if (kind === 'han') pushHan(tokens, text, { isAfterWord, hasLast: index < runs.length - 1 || isOnly });
    else tokens.push(indexed(text));
  }
  return tokens;
}

/** The single Han, kana, Bopomofo and Hangul characters of a folded text, as tokens. */
export function singlesOf(folded: string): Set<string> {
  const singles = new Set<string>();
  for (const { kind, text } of runsOf(folded)) {
    if (kind !== 'han') continue;
    for (let at = 0; at < text.length; at += widthAt(text, at))
      singles.add(singleToken(text.codePointAt(at) ?? 0));
  }
  return singles;
}

/** Made once for each character: a text has hundreds. */
function singleToken(code: number): string {
  let token = singleTokens.get(code);
  if (token === undefined) singleTokens.set(code, (token = indexed(String.fromCodePoint(code))));
  return token;
}

const singleTokens = new Map<number, string>();

function pushHan(tokens: string[], text: string, run: { isAfterWord: boolean; hasLast: boolean }): void {
  // Nearly every run is cut as it is; the others are cut into characters, and each token is looked at.
  const isPlain = isSafe.test(text) && !hasSurrogates.test(text);
  const characters: ArrayLike<string> = isPlain ? text : Array.from(text);
  const last = characters.length - 1;
  if (run.isAfterWord) tokens.push(`0${indexed(characters[0] ?? '')}`);
  for (let at = 0; at < last; at += 1) {
    if (isPlain) tokens.push(text.slice(at, at + 2));
    else tokens.push(indexed(`${characters[at] ?? ''}${characters[at + 1] ?? ''}`));
  }
  if (run.hasLast) tokens.push(indexed(characters[last] ?? ''));
}

const hasSurrogates = /[\uD800-\uDFFF]/;

/**
 * A token as it is. Emoji, and letters that an engine's older Unicode takes for something else, become the numbers of
 * their characters. These hold letters and digits, which no token of a text does, since a run has one of the two.
 */
function indexed(token: string): string {
  return isSafe.test(token) ? token : numbered(token);
}

const numbered = cachedResults((token) =>
  Array.from(token, (character) => `0u${(character.codePointAt(0) ?? 0).toString(16)}`).join(''),
);

const isSafe =
  /^[0-9a-z\u00DF-\u00F6\u00F8-\u017E\u03AC-\u03CE\u0430-\u045F\u02C7\u02CA\u02CB\u3005-\u3007\u3041-\u3096\u30A1-\u30FA\u30FC-\u30FE\u3105-\u3129\u3400-\u4DB5\u4E00-\u9FA5\uAC00-\uD7A3\u{20000}-\u{2A6D6}]+$/v;
