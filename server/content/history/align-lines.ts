import { diffArrays } from 'diff';
import { pairSimilar, type Match } from './pair-similar.ts';
import type { Timer } from './timer.ts';

export interface Alignment {
  /** Lines that are the same or alike, in the order of both texts. */
  matches: Match[];
  /** False when time or size did not let every line be considered. */
  isWhole: boolean;
}

/** Finds the unchanged lines, and between them the pairs of changed lines. */
export function alignLines(before: readonly string[], after: readonly string[], timer: Timer): Alignment {
  const anchors = findAnchors(before, after, timer);
  let isWhole = anchors !== null;
  const matches: Match[] = [];
  let from: Match = { before: 0, after: 0 };
  for (const anchor of [...(anchors ?? []), { before: before.length, after: after.length }]) {
    const gap = alignGap(
      before.slice(from.before, anchor.before),
      after.slice(from.after, anchor.after),
      timer,
    );
    if (!gap.isWhole) isWhole = false;
    for (const match of gap.matches)
      matches.push({ before: match.before + from.before, after: match.after + from.after });
    if (anchor.before < before.length) matches.push(anchor);
    from = { before: anchor.before + 1, after: anchor.after + 1 };
  }
  return { matches, isWhole };
}

/**
 * The longest row of lines that stand in both texts. Empty lines and mere rules are no anchors: they are alike
 * everywhere, and would tie paragraphs together that have nothing to do with each other.
 */
function findAnchors(before: readonly string[], after: readonly string[], timer: Timer): Match[] | null {
  const inAfter = new Set(after);
  const inBoth = new Set(before.filter((line) => inAfter.has(line) && /[\p{L}\p{N}]/u.test(line)));
  // Lines of only one text can be no part of it. Without them two entirely different texts cost nothing.
  const kept = { before: keepThose(before, inBoth), after: keepThose(after, inBoth) };
  const changes = diffArrays(
    kept.before.map(({ line }) => line),
    kept.after.map(({ line }) => line),
    { timeout: timer.leftMs() / 2, maxEditLength: 5_000 },
  );
  if (changes === undefined) return null;
  const anchors: Match[] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of changes) {
    for (let n = 0; !added && !removed && n < count; n += 1) {
      const [old, now] = [kept.before[i + n], kept.after[j + n]];
      if (old && now) anchors.push({ before: old.index, after: now.index });
    }
    if (!added) i += count;
    if (!removed) j += count;
  }
  return anchors;
}

function keepThose(lines: readonly string[], wanted: ReadonlySet<string>) {
  return lines.map((line, index) => ({ line, index })).filter(({ line }) => wanted.has(line));
}

/** Aligns the lines between two anchors: the equal ones at both ends, and the similar ones within. */
function alignGap(before: readonly string[], after: readonly string[], timer: Timer): Alignment {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;

  const similar = pairSimilar(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    timer,
  );
  const matches: Match[] = [];
  for (let n = 0; n < head; n += 1) matches.push({ before: n, after: n });
  for (const pair of similar ?? []) matches.push({ before: pair.before + head, after: pair.after + head });
  for (let n = tail; n > 0; n -= 1) matches.push({ before: before.length - n, after: after.length - n });
  return { matches, isWhole: similar !== null };
}
