import type { MarkdownIt, Token } from 'markdown-it';
import { calloutMark, calloutOpen } from '#shared/locale/stored-html.ts';
import type { WrittenElements } from '../html/html-elements.ts';

/** Elements of a callout (`calloutOpen`), for the gate in moved-html.ts. */
export const writtenByCallouts: WrittenElements = { div: ['class', 'role'], p: ['class'] };

/**
 * A quotation that begins with a line such as `[!NOTE]` is a callout, as readers of GitHub know them. Before inline text
 * is read: the mark is no link, and stands in no text.
 */
export function readCallouts(markdown: MarkdownIt): void {
  markdown.core.ruler.before('inline', 'callouts', ({ tokens }) => {
    for (let index = 0; index < tokens.length; index += 1) {
      if (tokens[index]?.type === 'blockquote_open') makeCallout(tokens, index);
    }
  });
  const { rules } = markdown.renderer;
  rules['callout_open'] = (tokens, index) => `${calloutOpen(String(tokens[index]?.meta?.['kind']))}\n`;
  rules['callout_close'] = () => '</div>\n';
}

function makeCallout(tokens: Token[], at: number): void {
  const [open, paragraph, words] = tokens.slice(at, at + 3);
  if (!open || paragraph?.type !== 'paragraph_open' || words?.type !== 'inline') return;
  const [mark, kind] = calloutMark.exec(words.content) ?? [];
  if (mark === undefined || kind === undefined) return;
  const close = tokens.findIndex(
    ({ type, level }, index) => index > at && type === 'blockquote_close' && level === open.level,
  );
  const end = tokens[close];
  if (!end) return;
  open.type = 'callout_open';
  open.tag = 'div';
  open.meta = { kind: kind.toLowerCase() };
  end.type = 'callout_close';
  end.tag = 'div';
  words.content = words.content.slice(mark.length);
  // The mark stood alone in its paragraph.
  if (words.content.trim() === '') tokens.splice(at + 1, 3);
}
