import type { ReactNode } from 'react';

/** A title that can break after its colon or comma rather than within a phrase. Most titles stay as they are. */
export function inParts(title: string): ReactNode {
  const parts = title.split(/(?<=[：，；！？—])(?=[^：，；！？—」』）])/u);
  if (parts.length === 1) return title;
  return parts.map((part) => (
    <span key={part} className="title-part">
      {part}
    </span>
  ));
}
