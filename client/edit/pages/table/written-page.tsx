import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { Notice, type NoticeText } from '#client/edit/notice.tsx';

export interface WrittenPageProps {
  kind: Kind;
  title: string;
  /** Sentence about the change, with its way back. */
  notice: Pick<NoticeText, 'text' | 'undo'>;
  leftOut: readonly EntryNote[];
  /** Page to go on from. */
  back: { to: string; label: string };
}

/** An entry, with a sentence about it. */
export interface EntryNote {
  id: string;
  title: string;
  text: string;
}

/** Changes that were made, where others were in the way of some. */
export function WrittenPage({ kind, title, notice, leftOut, back }: WrittenPageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <Notice kind="problem" {...notice} />
      <EntryNotes kind={kind} notes={leftOut} />
      <p>
        <a href={href(back.to)} className="button">
          {back.label}
        </a>
      </p>
    </>
  );
}

export function EntryNotes({ kind, notes }: { kind: Kind; notes: readonly EntryNote[] }) {
  const href = useEditHref();
  return (
    <ul className="edit-column list-disc ps-6">
      {notes.map(({ id, title, text }) => (
        <li key={id} className="wrap-anywhere">
          <a href={href(editPaths.entry(kind, id))} className="underline">
            {title || id}
          </a>
          {texts.said(text)}
        </li>
      ))}
    </ul>
  );
}
