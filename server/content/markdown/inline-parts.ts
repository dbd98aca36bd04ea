import type { Token } from 'markdown-it';

interface InlinePart {
  children: readonly Token[];
  /** Makes a finder that begins at the start of this part. */
  finder(): LineFinder;
}

/** Finds the line, from 1, of a typed text; called in the order in which the texts stand in the source. */
export type LineFinder = (typed: string) => number;

/** The text of each paragraph, heading, cell … of a document. */
export function* inlineParts(tokens: readonly Token[], source: string): Generator<InlinePart> {
  const starts = lineStarts(source);
  const everywhere: Range = [0, starts.length];
  let range = everywhere;
  for (const token of tokens) {
    // Notes stand at the end, away from their place; one that is written within a line has none of its own.
    if (token.type === 'footnote_open') range = everywhere;
    if (token.map) range = token.map;
    const [start, end] = range;
    if (token.type === 'inline')
      yield { children: token.children ?? [], finder: () => lineFinder(source, starts, [start, end]) };
  }
}

type Range = readonly [start: number, end: number];

/** A text that is not found was typed differently; after a hundred of these only the line reached so far is given. */
const maxMissed = 100;

function lineFinder(source: string, starts: readonly number[], [start, end]: Range): LineFinder {
  const text = source.slice(starts[start], starts[end]);
  let line = start;
  let column = 0;
  let missed = 0;
  return (typed) => {
    if (missed >= maxMissed) return line + 1;
    const ahead = text.indexOf(typed, column);
    const index = ahead < 0 ? text.indexOf(typed) : ahead;
    if (index < 0) {
      missed += 1;
      return line + 1;
    }
    const offset = index + (starts[start] ?? 0);
    // On from where the last was: usually it is the next line, or the same.
    if (ahead < 0) line = start;
    while ((starts[line + 1] ?? Infinity) <= offset) line += 1;
    column = index + typed.length;
    return line + 1;
  };
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}
