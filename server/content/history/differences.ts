import { isDeepStrictEqual } from 'node:util';
import type { Difference, DifferencePart, FieldDifference } from '#shared/difference.ts';
import { ownValue } from '#shared/own-value.ts';
import { alignLines } from './align-lines.ts';
import { compareWords } from './compare-words.ts';
import { startTimer, type Timer } from './timer.ts';

/**
 * Compares two texts by lines, and changed lines by words: in Chinese a paragraph is one line. When the time is used up
 * the rest is compared by lines alone.
 */
export function differenceOf(before: string, after: string, { limitMs = 700 } = {}): Difference {
  const timer = startTimer(limitMs);
  const lines = { before: linesOf(before), after: linesOf(after) };
  const aligned = alignLines(lines.before, lines.after, timer);
  const parts = createParts();
  let isCoarse = !aligned.isWhole;
  let [i, j] = [0, 0];
  for (const match of aligned.matches) {
    parts.add('removed', lines.before.slice(i, match.before));
    parts.add('added', lines.after.slice(j, match.after));
    const isCompared = addMatch(
      lines.before[match.before] ?? '',
      lines.after[match.after] ?? '',
      parts,
      timer,
    );
    if (!isCompared) isCoarse = true;
    [i, j] = [match.before + 1, match.after + 1];
  }
  parts.add('removed', lines.before.slice(i));
  parts.add('added', lines.after.slice(j));
  return { parts: parts.all, isCoarse };
}

/**
 * The fields that differ, in the order of the keys. A list is one value: an item inserted at its head would otherwise
 * change all that follow it. Null is the same as missing.
 */
export function compareFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldDifference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [old, now] = [ownValue(before, key) ?? null, ownValue(after, key) ?? null];
    if (isDeepStrictEqual(toRows(old), toRows(now))) return [];
    const [former, latter] = [recordOf(old ?? withoutValues(now)), recordOf(now ?? withoutValues(old))];
    const within = former && latter ? compareFields(former, latter) : [];
    // In another order, or no two maps.
    if (within.length === 0) return [{ path: key, before: toRows(old), after: toRows(now) }];
    return within.map((field) => ({ ...field, path: `${key}.${field.path}` }));
  });
}

/** A map, and maps in it, as rows, whose order matters. */
function toRows(value: unknown): unknown {
  return value instanceof Map ? Array.from(value, ([name, within]) => [name, toRows(within)]) : value;
}

/** A group that is left out is one without values. */
function withoutValues(value: unknown): object | null {
  return value instanceof Map || recordOf(value) === null ? null : {};
}

/** Null for a value without keys. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value instanceof Map) return Object.fromEntries(value);
  const isRecord =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return isRecord ? { ...value } : null;
}

/** An empty text has no lines. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

type Parts = ReturnType<typeof createParts>;

/** Lines of one kind in a row become one part. */
function createParts() {
  const all: DifferencePart[] = [];
  return {
    all,
    add(kind: 'same' | 'added' | 'removed', lines: readonly string[]): void {
      const last = all.at(-1);
      if (last?.kind === kind) for (const line of lines) last.lines.push(line);
      else if (lines.length > 0) all.push({ kind, lines: [...lines] });
    },
  };
}

/** False when there was no time to compare the words of the two lines. */
function addMatch(before: string, after: string, parts: Parts, timer: Timer): boolean {
  if (before === after) {
    parts.add('same', [before]);
    return true;
  }
  const words = compareWords(before, after, timer);
  if (words.kind === 'changed') {
    parts.all.push(words);
    return true;
  }
  parts.add('removed', [before]);
  parts.add('added', [after]);
  return words.kind === 'replaced';
}
