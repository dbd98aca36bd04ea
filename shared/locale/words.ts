import { writtenLanguage } from './language.ts';

const words = new Intl.Segmenter(writtenLanguage, { granularity: 'word' });
const characters = new Intl.Segmenter(writtenLanguage, { granularity: 'grapheme' });

/** ASCII, Han characters and their punctuation: none of them joins with the one before it. */
const isPlain = /^[\x20-\x7E\u2010-\u2027\u3000-\u3029\u4E00-\u9FFF\uFF01-\uFF60]*$/;

/** Words and the text between them. No character is cut, which some rules for words do if it has several parts. */
export function splitWords(line: string): string[] {
  const pieces = Array.from(words.segment(line), ({ segment }) => segment);
  if (isPlain.test(line)) return pieces;
  const whole: string[] = [];
  const segments = characters.segment(line);
  let index = 0;
  for (const word of pieces) {
    const isCut = segments.containing(index)?.index !== index;
    if (isCut) whole.push(`${whole.pop() ?? ''}${word}`);
    else whole.push(word);
    index += word.length;
  }
  return whole;
}

/** Whether a Han character follows a punctuation mark here: a word always begins there. */
export function isSurelyWordStart(line: string, position: number): boolean {
  return /^[，。、；：！？」][\u4E00-\u9FFF]/.test(line.slice(position - 1, position + 1));
}

export interface Stretch {
  from: number;
  to: number;
}

/** Makes stretches of this text longer until they begin and end between characters as readers see them. */
export function wholeCharactersOf(text: string): (stretch: Stretch) => Stretch {
  let segments: Intl.Segments | undefined;
  return ({ from, to }) => {
    const around = `${text.slice(Math.max(0, from - 1), from + 1)}${text.slice(Math.max(0, to - 1), to + 1)}`;
    if (isPlain.test(around)) return { from, to };
    // Once for a text: each time would copy it.
    segments ??= characters.segment(text);
    const last = segments.containing(to - 1);
    return {
      from: segments.containing(from)?.index ?? from,
      to: last === undefined ? to : last.index + last.segment.length,
    };
  };
}
