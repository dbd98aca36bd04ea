import { texts } from './texts.ts';

/** The heading of the notes as it is stored; `withLabels` writes its words. */
export const notesHeading = '<h2 class="footnotes-title"></h2>';
/** Position of the label of a note's back link. */
const wayBack = 'class="footnote-backref">';

/** The kinds of callouts beside a text, as `> [!NOTE]` names them. */
const calloutNames = {
  note: '附註',
  tip: '小提示',
  important: '重要',
  warning: '注意',
  caution: '警告',
} as const;
const calloutKinds = Object.keys(calloutNames).join('|');

/** The line that makes a quotation a callout; the kind is its first group. */
export const calloutMark: RegExp = new RegExp(`^\\[!(${calloutKinds})\\][ \\t]*(?:\\n|$)`, 'i');

/** The beginning of a callout as it is stored. */
export function calloutOpen(kind: string): string {
  return `<div class="callout callout-${kind}" role="note"><p class="callout-name"></p>`;
}

const storedCallout = new RegExp(
  `(<div class="callout callout-(${calloutKinds})" role="note"><p class="callout-name">)`,
  'g',
);

/** The link around a picture that opens it large, written when the text is read. */
export function enlargeableOpen(address: string): string {
  return `<a href="${address}" class="enlarge" title="${texts.product.enlarge}" data-reload="">`;
}

/**
 * Adds the labels of the interface to the HTML of a text. It is stored without them, so that they can change, and
 * belong to one language, without an import. The renderer escapes typed text: none of it is mistaken for a label's
 * place.
 */
export function withLabels(html: string): string {
  const named = html.replace(
    storedCallout,
    (open, _, kind: keyof typeof calloutNames) => open + calloutNames[kind],
  );
  if (!named.includes(notesHeading)) return named;
  return named
    .replace(notesHeading, `<h2 class="footnotes-title">${texts.article.footnotes}</h2>`)
    .replaceAll(wayBack, `class="footnote-backref" aria-label="${texts.article.backToText}">`);
}
