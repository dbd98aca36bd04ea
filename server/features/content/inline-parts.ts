import type { Token } from 'markdown-it';

interface InlinePart {
  children: readonly Token[];
  /** The line, from 1, of what was typed in this part; asked again, of where it stands next. */
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
  const passed = new Map<string, { line: number; column: number }>();
  return (typed) => {
    const from = passed.get(typed) ?? { line: start, column: 0 };
    for (let line = from.line; line < end; line += 1) {
      const column = lines[line]?.indexOf(typed, line === from.line ? from.column : 0) ?? -1;
      if (column < 0) continue;
      passed.set(typed, { line, column: column + typed.length });
      return line + 1;
    }
    return from.line + 1;
  };
}
