import type { BodyTool } from '#shared/editing/body-tools.ts';
import { writingTexts } from '#shared/locale/editors/writing-texts.ts';
import { insertFootnote, insertTable, toggleLink, toggleRuby } from './insert.ts';
import type { SelectedText, TextChange } from './text-change.ts';
import { toggleCallout, toggleHeading, toggleList, toggleQuote } from './toggle-lines.ts';
import { toggleMark } from './toggle-mark.ts';

/** Change that each tool makes of a text. */
export const changes: Readonly<Record<BodyTool, (selected: SelectedText) => TextChange>> = {
  bold: (selected) => toggleMark(selected, '**'),
  emphasis: (selected) => toggleMark(selected, '*'),
  heading: toggleHeading,
  list: (selected) => toggleList(selected, 'dashes'),
  numbers: (selected) => toggleList(selected, 'numbers'),
  quote: toggleQuote,
  callout: toggleCallout,
  link: toggleLink,
  footnote: insertFootnote,
  table: (selected) => insertTable(selected, { heading: writingTexts.tableHeading }),
  ruby: toggleRuby,
};
