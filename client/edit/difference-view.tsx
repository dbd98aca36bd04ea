import { Fragment } from 'react';
import type { Difference, DifferencePart } from '#shared/difference.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';

/** How many unchanged lines stand around a change; the others are folded. */
const linesAround = 2;

/** Shows added and removed text with `<ins>` and `<del>`, which screen readers announce. */
export function DifferenceView({ difference }: { difference: Difference }) {
  return (
    <div className="difference">
      {difference.parts.map((part, index) => (
        // Parts have no names of their own, and the page is rendered once.
        <Fragment key={index}>
          <Part part={part} isFirst={index === 0} isLast={index === difference.parts.length - 1} />
        </Fragment>
      ))}
    </div>
  );
}

function Part({ part, isFirst, isLast }: { part: DifferencePart; isFirst: boolean; isLast: boolean }) {
  switch (part.kind) {
    case 'same':
      return <SameLines lines={part.lines} isFirst={isFirst} isLast={isLast} />;
    case 'added':
      return part.lines.map((line, index) => (
        <p key={index}>
          <ins>{line || emptyLine}</ins>
        </p>
      ));
    case 'removed':
      return part.lines.map((line, index) => (
        <p key={index}>
          <del>{line || emptyLine}</del>
        </p>
      ));
    case 'changed':
      return (
        <p>
          {part.runs.map(({ kind, text }, index) => {
            if (kind === 'added') return <ins key={index}>{text}</ins>;
            if (kind === 'removed') return <del key={index}>{text}</del>;
            return <Fragment key={index}>{text}</Fragment>;
          })}
        </p>
      );
  }
}

/** So that a line without words can be seen to have come or gone. */
const emptyLine = '\u00b6';

/** Unchanged lines; those far from any change are folded and can be opened. */
function SameLines({
  lines,
  isFirst,
  isLast,
}: {
  lines: readonly string[];
  isFirst: boolean;
  isLast: boolean;
}) {
  const head = isFirst ? 0 : linesAround;
  const tail = isLast ? 0 : linesAround;
  if (lines.length <= head + tail + 1) return <Lines lines={lines} />;
  const folded = lines.slice(head, lines.length - tail);
  return (
    <>
      <Lines lines={lines.slice(0, head)} />
      <details>
        <summary className="edit-meta">{editTexts.historyPage.unchanged(folded.length)}</summary>
        <Lines lines={folded} />
      </details>
      {tail > 0 && <Lines lines={lines.slice(-tail)} />}
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => <p key={index}>{line}</p>);
}
