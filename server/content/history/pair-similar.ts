import type { Timer } from './timer.ts';

/** Positions of a line in the text before and of the one that it became. */
export interface Match {
  before: number;
  after: number;
}

/** The tables of so many pairs take 32 MB. */
const maxPairs = 4_000_000;

/**
 * Pairs similar lines, in the order of both lists, so that the pairs have as much in common as possible. Null when
 * there are too many lines or too little time.
 */
export function pairSimilar(
  before: readonly string[],
  after: readonly string[],
  timer: Timer,
): Match[] | null {
  if (before.length === 0 || after.length === 0) return [];
  if (before.length * after.length > maxPairs) return null;
  const weights = weighPairs(before, after, timer);
  return weights && chooseHeaviest(weights, before.length, after.length);
}

/**
 * Weight of each pair, row by row: twice the number of neighbouring characters that both lines have; zero where that is
 * less than a quarter of those in the shorter line.
 */
function weighPairs(before: readonly string[], after: readonly string[], timer: Timer): Uint32Array | null {
  const sizes: number[] = [];
  const linesWith = new Map<number, number[]>();
  for (const [i, line] of before.entries()) {
    const neighbours = neighboursOf(line);
    sizes.push(neighbours.size);
    for (const code of neighbours) {
      const lines = linesWith.get(code);
      if (lines) lines.push(i);
      else linesWith.set(code, [i]);
    }
  }
  const weights = new Uint32Array(before.length * after.length);
  for (const [j, line] of after.entries()) {
    if (timer.leftMs() === 0) return null;
    const neighbours = neighboursOf(line);
    const shared = new Uint32Array(before.length);
    for (const code of neighbours)
      for (const i of linesWith.get(code) ?? []) shared[i] = (shared[i] ?? 0) + 1;
    for (const [i, count] of shared.entries()) {
      const isSame = before[i] === line;
      if (isSame || count * 4 >= Math.min(sizes[i] ?? 0, neighbours.size))
        weights[i * after.length + j] = 2 * count + (isSame ? 1 : 0);
    }
  }
  return weights;
}

/** Each two code units that stand side by side, with the beginning and the end of the line. */
function neighboursOf(line: string): Set<number> {
  const codes = new Set<number>();
  let last = 0;
  for (let i = 0; i <= line.length; i += 1) {
    const code = i < line.length ? line.charCodeAt(i) : 0;
    codes.add(last * 0x1_0000 + code);
    last = code;
  }
  return codes;
}

function chooseHeaviest(weights: Uint32Array, rows: number, columns: number): Match[] {
  const width = columns + 1;
  /** The most that the lines from this pair on can have in common. */
  const best = new Uint32Array((rows + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const paired = (weights[i * columns + j] ?? 0) + at(i + 1, j + 1);
      best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  const matches: Match[] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    const weight = weights[i * columns + j] ?? 0;
    if (weight > 0 && at(i, j) === weight + at(i + 1, j + 1)) matches.push({ before: i++, after: j++ });
    else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return matches;
}
