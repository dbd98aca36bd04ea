import type { ComponentProps, ReactNode } from 'react';
import { pickTexts } from '#shared/locale/editors/pick-texts.ts';
import type { PickKind } from '#shared/editing/picks.ts';

interface PickFieldProps {
  /** Null: another field of the row says what is chosen. */
  what: PickKind | null;
  common: ComponentProps<'input'>;
  /** Id of suggestions. */
  list?: string;
  /** The chosen thing as people know it. */
  children?: ReactNode;
}

/** A field for the name of a thing, and a button that offers things to choose from: in a dialog, or without script on a page. */
export function PickField({ what, common, list, children }: PickFieldProps) {
  const { name = '', 'aria-label': label } = common;
  const text = pickTexts.button(what ?? '');
  return (
    <div className="edit-pick">
      <input {...common} list={list} autoCapitalize="none" spellCheck={false} />
      {children}
      {name.startsWith('f.') && rowOfName(name) < maxRowsWithButtons && (
        <button
          className="button"
          name="row"
          value={`pick:${name}`}
          formNoValidate
          data-pick={what ?? ''}
          aria-label={label && pickTexts.buttonOf(label, text)}
        >
          {text}
        </button>
      )}
    </div>
  );
}

/** More rows than may be stored have none: in 2,400 of them they would be half of the page. */
const maxRowsWithButtons = 200;

function rowOfName(name: string): number {
  return Number(/\.(\d+)(?:\.|$)/.exec(name)?.[1] ?? 0);
}
