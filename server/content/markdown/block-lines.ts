import type { Token } from 'markdown-it';

/**
 * Line of the source, from 0, of each element at the top of the HTML, in their order. Notes, which stand at the end
 * wherever they were written, have that of the element before them.
 */
export function linesOfBlocks(tokens: readonly Token[]): number[] {
  const lines: number[] = [];
  let depth = 0;
  let line = 0;
  for (const { map, nesting, type } of tokens) {
    if (depth === 0 && nesting >= 0 && type !== 'inline') {
      line = Math.max(line, map?.[0] ?? line);
      lines.push(line);
    }
    depth += nesting;
  }
  return lines;
}
