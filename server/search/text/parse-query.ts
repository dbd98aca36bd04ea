import { endInText, foldWithOffsets } from './fold.ts';
import { readingsOf } from './readings.ts';
import { runsOf, type Run } from './runs.ts';

/** Word of a query, each reading in canonical form; the first is the word as it was typed. */
export interface QueryWord {
  /** Spelling in the query, without the signs around it. */
  typed: string;
  readings: readonly string[];
}

export interface ParsedQuery {
  words: QueryWord[];
  /** Text that is not looked for: words beyond the eighth, and characters beyond 100. */
  ignored: string;
}

const maxCharacters = 100;
const maxWords = 8;

/**
 * Words of a query, which all must be found. They are separated by spaces, and by signs within Chinese: 烏龍、茶壺 are two
 * words, while QY-120ml is one word whose parts stand together.
 */
export function parseQuery(q: string): ParsedQuery {
  const characters = Array.from(q.trim());
  const words = new Map<string, QueryWord>();
  const ignored: string[] = [];
  for (const { typed, canonicalForm } of splitWords(characters.slice(0, maxCharacters).join(''))) {
    if (words.has(canonicalForm)) continue;
    if (words.size === maxWords) ignored.push(typed);
    else words.set(canonicalForm, { typed, readings: readingsOf(canonicalForm) });
  }
  const beyond = characters.slice(maxCharacters).join('').trim();
  if (beyond !== '') ignored.push(beyond);
  return { words: [...words.values()], ignored: ignored.join(' ') };
}

function splitWords(text: string): { typed: string; canonicalForm: string }[] {
  return (text.match(/\S+/g) ?? []).flatMap((part) => {
    const text = foldWithOffsets(part);
    return splitRuns(runsOf(text.folded)).map((runs) => {
      const [first, last] = [runs[0]?.at ?? 0, runs.at(-1)];
      const start = text.offsets[first] ?? 0;
      const end = last === undefined ? start : endInText(text, last.at + last.text.length - 1);
      return { typed: part.slice(start, end), canonicalForm: ` ${runs.map((run) => run.text).join(' ')} ` };
    });
  });
}

/** A word ends where one run of Han characters follows another. */
function splitRuns(runs: readonly Run[]): Run[][] {
  const words: Run[][] = [];
  for (const run of runs) {
    const word = words.at(-1);
    if (word === undefined || (run.kind === 'han' && word.at(-1)?.kind === 'han')) words.push([run]);
    else word.push(run);
  }
  return words;
}
