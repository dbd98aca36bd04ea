import type { ReactNode } from 'react';
import { titleBreak } from '#shared/locale/punctuation.ts';

/** Longer ones fill lines in any case, and a part counts as one of the lines that a card shows. */
const maxLength = 40;

/** A title that can break after its colon or comma rather than within a phrase. Most titles stay as they are. */
export function inParts(title: string): ReactNode {
  if (title.length > maxLength) return title;
  // A space at the edge of a part would not be drawn, so it stands between them: every other one of these is none or some.
  const parts = title.split(titleBreak);
  if (parts.length === 1) return title;
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      part
    ) : (
      <span key={index} className="title-part">
        {part}
      </span>
    ),
  );
}
