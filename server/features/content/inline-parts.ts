import type { Token } from 'markdown-it';

interface InlinePart {
  children: readonly Token[];
  /** The line, from 1, of what this part contains: to be asked in the order in which things stand. */
  lineOf(typed: string): number;
}

/** The text of each paragraph, heading, cell … of a document. */
export function* inlineParts(tokens: readonly Token[], source: string): Generator<InlinePart> {
  const lines = source.split('\n');
  const everywhere: Range = [0, lines.length];
  let range = everywhere;
  for (const token of tokens) {
    // Notes stand at the end, away from their place; one that is written within a line has none of its own.
    if (token.type === 'footnote_open') range = everywhere;
    if (token.map) range = token.map;
    if (token.type === 'inline') yield { children: token.children ?? [], lineOf: lineFinder(lines, range) };
  }
}

type Range = readonly [start: number, end: number];

function lineFinder(lines: readonly string[], [start, end]: Range): (typed: string) => number {
  let line = start;
  let column = 0;
  return (typed) => {
    for (let i = line; i < end; i += 1) {
      const found = lines[i]?.indexOf(typed, i === line ? column : 0) ?? -1;
      if (found < 0) continue;
      line = i;
      column = found + typed.length;
      break;
    }
    return line + 1;
  };
}
