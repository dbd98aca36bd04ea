import {
  characterClasses,
  classAt,
  emojiPattern,
  widthAt,
  type CharacterClass,
} from './character-classes.ts';

/** A stretch of a folded text that is one word, or Han characters among which no word is marked off. */
export interface Run {
  /** An emoji counts as letters: it stands whole. */
  kind: 'han' | 'letters' | 'digits';
  text: string;
  /** Beginning in the folded text. */
  at: number;
}

/**
 * The runs of a folded text. Han characters, kana, Bopomofo and Hangul make one, other letters with their accents one,
 * digits one, and each emoji one of its own. Everything else ends a run.
 */
export function runsOf(folded: string): Run[] {
  const runs: Run[] = [];
  let at = 0;
  while (at < folded.length) {
    const type = classAt(folded, at);
    const kind = kinds[type];
    if (kind === null) {
      at += widthAt(folded, at);
      continue;
    }
    const end = type === characterClasses.emoji ? findEmojiEnd(folded, at) : findEnd(folded, at, type);
    runs.push({ kind, text: folded.slice(at, end), at });
    at = end;
  }
  return runs;
}

const kinds = [null, 'han', 'letters', 'digits', null, 'letters'] as const satisfies Record<
  CharacterClass,
  Run['kind'] | null
>;

function findEnd(folded: string, from: number, kind: CharacterClass): number {
  let at = from;
  while (at < folded.length) {
    const type = classAt(folded, at);
    if (type !== kind && (type !== characterClasses.mark || kind === characterClasses.han)) break;
    at += widthAt(folded, at);
  }
  return at;
}

function findEmojiEnd(folded: string, at: number): number {
  emojiPattern.lastIndex = at;
  return emojiPattern.test(folded) ? emojiPattern.lastIndex : at + widthAt(folded, at);
}

/** A folded text with nothing between its runs but one space, and one at each end; '' when there is no run. */
export function canonical(folded: string): string {
  return joinRuns(runsOf(folded));
}

/** Same as `canonical`, for runs that are known already. */
export function joinRuns(runs: readonly Run[]): string {
  return runs.length === 0 ? '' : ` ${runs.map(({ text }) => text).join(' ')} `;
}
