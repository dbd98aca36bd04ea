import { visit, type Document } from 'yaml';
import { joinWideLines } from '../markdown/wide-breaks.ts';

/**
 * YAML folds the lines of a value into one with spaces between. Between two characters of a script without spaces there is
 * to be none, as in a body; a space that was typed stays.
 */
export function joinFoldedLines(document: Document, text: string): void {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'string' || !node.range || node.type === 'BLOCK_LITERAL') return;
      const typed = text.slice(node.range[0], node.range[1]);
      if (typed.includes('\n')) node.value = joinAtBreaks(node.value, typed.split('\n'));
    },
  });
}

function joinAtBreaks(value: string, lines: readonly string[]): string {
  let joined = value;
  let from = 0;
  for (const [index, line] of lines.entries()) {
    // Enough to know the place again; quotes and escapes are no part of the value.
    const end = /[^"'\\]{1,12}$/.exec(line.trimEnd())?.[0].trimStart() ?? '';
    const start = /^[^"'\\]{1,12}/.exec(lines[index + 1]?.trimStart() ?? '')?.[0].trimEnd() ?? '';
    if (end === '' || start === '' || joinWideLines(`${end}\n${start}`).includes('\n')) continue;
    const at = joined.indexOf(`${end} ${start}`, from);
    if (at < 0) continue;
    from = at + end.length;
    joined = joined.slice(0, from) + joined.slice(from + 1);
  }
  return joined;
}
