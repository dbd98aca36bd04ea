import { diffArrays } from 'diff';
import type { DifferenceRun } from '#shared/difference.ts';
import { isSurelyWordStart, splitWords } from '#shared/locale/words.ts';
import type { Timer } from './timer.ts';

type ComparedWords =
  | { kind: 'changed'; runs: DifferenceRun[] }
  /** The lines have too little in common to be read as one. */
  | { kind: 'replaced' }
  /** There was no time. */
  | { kind: 'unknown' };

/** Unchanged text, followed by a replacement. */
interface Step {
  same: string;
  removed: string;
  added: string;
}

/** Finding the words of so many code units takes 150 ms, which cannot be cut short. */
const maxTaken = 250_000;

/** Compares two lines word by word. */
export function compareWords(before: string, after: string, timer: Timer): ComparedWords {
  const head = safeLength(before, commonHead(before, after));
  const tail = safeTail(before, commonTail(before.slice(head), after.slice(head)));
  const changes = diffWords(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    timer,
  );
  if (!changes) return { kind: 'unknown' };

  const steps: Step[] = [{ same: before.slice(0, head), removed: '', added: '' }];
  for (const { value, added, removed } of changes) addChange(steps, value.join(''), { added, removed });
  addChange(steps, before.slice(before.length - tail), { added: false, removed: false });
  const joined = joinIslands(steps);
  const length = Math.max(before.length, after.length);
  if (isReplaced(steps, length / 3) || isReplaced(joined, length / 8)) return { kind: 'replaced' };
  return { kind: 'changed', runs: joined.flatMap(runsOf) };
}

function diffWords(before: string, after: string, timer: Timer) {
  if (before.length + after.length > maxTaken || timer.leftMs() === 0) return null;
  return diffArrays(splitWords(before), splitWords(after), { timeout: timer.leftMs(), maxEditLength: 4000 });
}

function commonHead(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let length = 0;
  while (length < shorter && before.charCodeAt(length) === after.charCodeAt(length)) length += 1;
  return length;
}

function commonTail(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let length = 0;
  while (
    length < shorter &&
    before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length)
  )
    length += 1;
  return length;
}

/**
 * Shortens a common part to a sure beginning of a word: text inside it need not be segmented, which is most of the time
 * of a comparison.
 */
function safeLength(line: string, length: number): number {
  for (let end = length - 1; end > 0; end -= 1) if (isSurelyWordStart(line, end)) return end;
  return 0;
}

function safeTail(line: string, length: number): number {
  for (let start = line.length - length + 1; start < line.length; start += 1)
    if (isSurelyWordStart(line, start)) return line.length - start;
  return 0;
}

function addChange(
  steps: Step[],
  text: string,
  { added, removed }: { added: boolean; removed: boolean },
): void {
  const last = steps.at(-1);
  if (last === undefined || text === '') return;
  if (added) last.added += text;
  else if (removed) last.removed += text;
  else if (last.added === '' && last.removed === '') last.same += text;
  else steps.push({ same: text, removed: '', added: '' });
}

/** Two changes with one or two characters between them are read as one. */
function joinIslands(steps: readonly Step[]): Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    const isBetween = last && last.removed + last.added !== '' && step.removed + step.added !== '';
    if (isBetween && Array.from(step.same).length <= 2) {
      last.removed += step.same + step.removed;
      last.added += step.same + step.added;
    } else {
      joined.push({ ...step });
    }
  }
  return joined;
}

/** Whether less stayed than should. A line that only grew or only shrank never counts as replaced. */
function isReplaced(steps: readonly Step[], leastKept: number): boolean {
  const kept = steps.reduce((sum, { same }) => sum + same.length, 0);
  return (
    kept < leastKept && steps.some(({ removed }) => removed !== '') && steps.some(({ added }) => added !== '')
  );
}

function runsOf({ same, removed, added }: Step): DifferenceRun[] {
  const runs: DifferenceRun[] = [
    { kind: 'same', text: same },
    { kind: 'removed', text: removed },
    { kind: 'added', text: added },
  ];
  return runs.filter(({ text }) => text !== '');
}
