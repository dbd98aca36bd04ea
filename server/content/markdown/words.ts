import type { Token } from 'markdown-it';

/**
 * The words of a line without markup. Ruby text (`rt`, and `rp` around it) repeats the words below it: a reader reads
 * one of the two, so it is left out of text that is counted, listed or sent to feeds.
 */
export function wordsOf(children: readonly Token[], lineBreak = ''): string {
  let words = '';
  let annotations = 0;
  for (const { type, tag, nesting, content } of children) {
    if (type === 'html_element' && (tag === 'rt' || tag === 'rp')) annotations += nesting;
    else if (annotations > 0) continue;
    else if (type === 'softbreak' || type === 'hardbreak') words += lineBreak;
    else if (type === 'html_element' && tag === 'br') words += lineBreak;
    else if (/^(?:text|text_special|code_inline)$/.test(type)) words += content;
  }
  return words;
}

export function inlineText(token: Token | undefined): string {
  return wordsOf(token?.children ?? [], ' ');
}
