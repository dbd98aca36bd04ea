import type { ReactNode } from 'react';
import { titleBreak } from '#shared/locale/punctuation.ts';

/** Longer ones fill lines in any case, and a part counts as one of the lines that a card shows. */
const maxLength = 40;

/** A title that can break after its colon or comma rather than within a phrase. Most titles stay as they are. */
export function inParts(title: string): ReactNode {
  if (title.length > maxLength) return title;
  // Three pieces a part: its text, the mark at its end and the space after it. A space at the edge of a part would not be
  // drawn, so it stands between them.
  const pieces = title.split(titleBreak);
  if (pieces.length === 1) return title;
  return pieces.flatMap((text, index) => {
    if (index % 3 !== 0) return [];
    const mark = pieces[index + 1] ?? '';
    const part = (
      <span key={index} className="title-part">
        {text + mark}
      </span>
    );
    return [part, pieces[index + 2] ?? ''];
  });
}
