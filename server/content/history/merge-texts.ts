import { diff3Merge } from 'node-diff3';
import { mergeMarks } from '#shared/locale/editors/kept-text-texts.ts';
import { splitWords } from '#shared/locale/words.ts';
import { alignLines } from './align-lines.ts';
import { compareWords } from './compare-words.ts';
import { startTimer, type Timer } from './timer.ts';

/** A text, and what two people have made of it. */
export interface ThreeTexts {
  base: string;
  mine: string;
  theirs: string;
}

export interface MergedText {
  /** Everything that either has written; what excludes the other's stands in it as both, with marks. */
  text: string;
  /** Number of the places with marks. */
  conflicts: number;
}

/**
 * Merges two texts by lines, and a line that both have changed by words: in Chinese a paragraph is one line. When the
 * time is used up, or a text is built to use it up, the rest is compared by lines, and then not at all.
 */
export function mergeTexts({ base, mine, theirs }: ThreeTexts, { limitMs = 700 } = {}): MergedText {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: 0 };
  if (mine === base) return { text: theirs, conflicts: 0 };
  const timer = startTimer(limitMs);
  const lines: string[] = [];
  let conflicts = 0;
  for (const part of mergeLists({
    base: base.split('\n'),
    mine: mine.split('\n'),
    theirs: theirs.split('\n'),
  })) {
    if (part.kind === 'merged') lines.push(...part.parts);
    else {
      const merged = mergeLines(part, timer);
      lines.push(...merged.lines);
      conflicts += merged.conflicts;
    }
  }
  return { text: lines.join('\n'), conflicts };
}

export interface ThreeLists {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

/** Texts that stand in the result, or those between which somebody has to choose. */
export type MergedPart = { kind: 'merged'; parts: readonly string[] } | ({ kind: 'conflict' } & ThreeLists);

/**
 * Merges lines of which some were changed by both: each line with what either has made of it, and what stands between
 * such lines as a whole.
 */
function mergeLines({ base, mine, theirs }: ThreeLists, timer: Timer): Merged {
  const [own, other] = [mine, theirs].map(
    (lines) => new Map(alignLines(base, lines, timer).matches.map(({ before, after }) => [before, after])),
  );
  const merged: Merged = { lines: [], conflicts: 0 };
  const add = ({ lines, conflicts }: Merged) => {
    merged.lines.push(...lines);
    merged.conflicts += conflicts;
  };
  let from = { base: 0, mine: 0, theirs: 0 };
  for (let index = 0; index <= base.length; index += 1) {
    const isEnd = index === base.length;
    const to = {
      base: index,
      mine: isEnd ? mine.length : own?.get(index),
      theirs: isEnd ? theirs.length : other?.get(index),
    };
    if (to.mine === undefined || to.theirs === undefined) continue;
    add(
      mergeBetween({
        base: base.slice(from.base, to.base),
        mine: mine.slice(from.mine, to.mine),
        theirs: theirs.slice(from.theirs, to.theirs),
      }),
    );
    if (isEnd) break;
    add(
      mergeLine(
        { base: base[index] ?? '', mine: mine[to.mine] ?? '', theirs: theirs[to.theirs] ?? '' },
        timer,
      ),
    );
    from = { base: index + 1, mine: to.mine + 1, theirs: to.theirs + 1 };
  }
  return merged;
}

interface Merged {
  lines: string[];
  conflicts: number;
}

/** Lines that one has added, removed or written anew. Where both have done so, both stay whole. */
function mergeBetween({ base, mine, theirs }: ThreeLists): Merged {
  const [before, own, other] = [base, mine, theirs].map((lines) => lines.join('\n'));
  const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length;
  if (other === before && isSame(theirs, base)) return { lines: [...mine], conflicts: 0 };
  if (own === before && isSame(mine, base)) return { lines: [...theirs], conflicts: 0 };
  if (own === other && isSame(mine, theirs)) return { lines: [...mine], conflicts: 0 };
  return { lines: bothOf(own ?? '', other ?? '').split('\n'), conflicts: 1 };
}

/** Merges a line by its words; one that has become something else for either stays whole for both. */
function mergeLine({ base, mine, theirs }: ThreeTexts, timer: Timer): Merged {
  if (theirs === base || mine === theirs) return { lines: [mine], conflicts: 0 };
  if (mine === base) return { lines: [theirs], conflicts: 0 };
  const isAlike = [mine, theirs].every((line) => compareWords(base, line, timer).kind === 'changed');
  if (!isAlike) return { lines: [bothOf(mine, theirs)], conflicts: 1 };
  const words = { base: splitWords(base), mine: splitWords(mine), theirs: splitWords(theirs) };
  let text = '';
  let conflicts = 0;
  for (const part of mergeLists(words)) {
    if (part.kind === 'merged') text += part.parts.join('');
    else {
      text += bothOf(part.mine.join(''), part.theirs.join(''));
      conflicts += 1;
    }
  }
  return { lines: [text], conflicts };
}

function bothOf(mine: string, theirs: string): string {
  const [before, after] = mine.includes('\n') || theirs.includes('\n') ? ['\n', '\n'] : ['', ''];
  const { end } = mergeMarks;
  return `${mergeMarks.theirs}${before}${theirs}${after}${end}${before}${mergeMarks.mine}${before}${mine}${after}${end}`;
}

/** Merges what two people have made of a list of texts. */
export function mergeLists(lists: ThreeLists): MergedPart[] {
  const { head, tail, within } = trimmed(lists);
  const { base, mine, theirs } = within;
  const merged: MergedPart[] =
    isCostly(base, mine) || isCostly(base, theirs) ? [{ kind: 'conflict', ...within }] : mergeWithin(within);
  return [{ kind: 'merged', parts: head }, ...merged, { kind: 'merged', parts: tail }];
}

/** Numbers in place of the texts: the library takes them for names of properties, of which `constructor` is one. */
function mergeWithin({ base, mine, theirs }: ThreeLists): MergedPart[] {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? texts.length;
    if (number === texts.length) {
      numbers.set(text, number);
      texts.push(text);
    }
    return number;
  };
  const textsOf = (some: readonly number[]) => some.map((number) => texts[number] ?? '');
  const regions = diff3Merge(mine.map(numberOf), base.map(numberOf), theirs.map(numberOf));
  return regions.flatMap(({ ok, conflict }): MergedPart[] => {
    if (ok) return [{ kind: 'merged', parts: textsOf(ok) }];
    if (!conflict) return [];
    return [
      { kind: 'conflict', mine: textsOf(conflict.a), base: textsOf(conflict.o), theirs: textsOf(conflict.b) },
    ];
  });
}

/** Sets the beginning and the end apart that all three share. */
function trimmed({ base, mine, theirs }: ThreeLists) {
  const shortest = Math.min(base.length, mine.length, theirs.length);
  const isShared = (place: number) =>
    base.at(place) === mine.at(place) && base.at(place) === theirs.at(place);
  let head = 0;
  while (head < shortest && isShared(head)) head += 1;
  let tail = 0;
  while (tail < shortest - head && isShared(-1 - tail)) tail += 1;
  const within = (list: readonly string[]) => list.slice(head, list.length - tail);
  return {
    head: base.slice(0, head),
    tail: base.slice(base.length - tail),
    within: { base: within(base), mine: within(mine), theirs: within(theirs) },
  };
}

/** Pairs of equal texts that the library keeps, and pairs that it looks at: about 0.2 s at most. */
const maxEqual = 500_000;
const maxPairs = 50_000_000;

/** Whether comparing two lists takes long, as of lists in which all texts are the same. */
function isCostly(before: readonly string[], after: readonly string[]): boolean {
  if (before.length * after.length > maxPairs) return true;
  const counts = new Map<string, number>();
  for (const text of before) counts.set(text, (counts.get(text) ?? 0) + 1);
  let equal = 0;
  for (const text of after) equal += counts.get(text) ?? 0;
  return equal > maxEqual;
}
