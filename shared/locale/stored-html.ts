import { texts } from './texts.ts';

/** The heading of the notes as it is stored; `withLabels` writes its words. */
export const notesHeading = '<h2 class="footnotes-title"></h2>';
/** Where the words for the way back from a note belong. */
const wayBack = 'class="footnote-backref">';

/**
 * Writes the words of the interface into the HTML of a text. It is stored without them, so that they can change, and
 * belong to one language, without an import. The renderer escapes what writers type: no text of theirs is taken for it.
 */
export function withLabels(html: string): string {
  if (!html.includes(notesHeading)) return html;
  return html
    .replace(notesHeading, `<h2 class="footnotes-title">${texts.article.footnotes}</h2>`)
    .replaceAll(wayBack, `class="footnote-backref" aria-label="${texts.article.backToText}">`);
}
