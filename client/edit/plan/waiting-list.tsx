import { isKind, kindPages } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';

export interface WaitingDraft {
  kind: string;
  id: string;
  title: string;
  by: string;
  at: string;
  note: string;
}

interface WaitingListProps {
  waiting: readonly WaitingDraft[];
  /** Number of them that are shown. */
  maxWaiting: number;
}

/** Drafts that authors have handed in, those that wait longest first. */
export function WaitingList({ waiting, maxWaiting }: WaitingListProps) {
  const href = useEditHref();
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="section-title">
        {deskTexts.home.waiting}
      </h2>
      <ul className="edit-list desk-list">
        {waiting.slice(0, maxWaiting).map(({ kind, id, title, by, at, note }) =>
          isKind(kind) ? (
            <li key={`${kind}/${id}`}>
              <a href={href(editPaths.entry(kind, id))}>{title || editTexts.list.untitled}</a>
              <span className="edit-meta">{kindPages[kind].label}</span>
              <span className="edit-meta">{editTexts.work.savedBy(by, formatDateTime(at) ?? '')}</span>
              {note !== '' && <span className="wrap-anywhere basis-full">{note}</span>}
            </li>
          ) : null,
        )}
      </ul>
      {waiting.length > maxWaiting && (
        <a href={href(`${editPaths.home}?waiting=all`)} className="row-link text-primary">
          {deskTexts.home.allWaiting}
        </a>
      )}
    </section>
  );
}
