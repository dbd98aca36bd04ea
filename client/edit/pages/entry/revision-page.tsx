import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { Difference } from '#shared/difference.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { EntryHeader } from '#client/edit/entry-header.tsx';
import { DifferenceView } from '#client/edit/difference-view.tsx';
import { editForms } from '#shared/editing/edit-forms.ts';
import { labelOf } from '#client/edit/form/field-texts.ts';
import { eventText } from '../home-page.tsx';
import { PostForm } from '#client/edit/form/post-form.tsx';

interface ChangedField {
  /** Keys joined by dots. */
  path: string;
  difference: Difference;
}

export interface RevisionPageProps {
  kind: Kind;
  id: string;
  title: string;
  /** Current version of the entry. */
  version: number;
  revision: { seq: number; action: string; name: string; at: string };
  /** Changes of this revision; null for the first. */
  change: { fields: readonly ChangedField[]; body: Difference } | null;
  /** The Markdown, when there is nothing to compare with. */
  text: string;
}

/** Changes of one revision, by field and by word, with a button that restores it. */
export function RevisionPage({ kind, id, title, version, revision, change, text }: RevisionPageProps) {
  const href = useEditHref();
  const { historyPage: texts } = editTexts;
  const isSame =
    change !== null && change.fields.length === 0 && change.body.parts.every((part) => part.kind === 'same');
  return (
    <>
      <EntryHeader
        back={{ to: editPaths.history(kind, id), label: texts.title(title) }}
        title={eventText(revision.action)}
      >
        <p className="edit-meta mt-2">
          {texts.by(revision.name || editTexts.anImport, formatDateTime(revision.at) ?? '')}
        </p>
      </EntryHeader>
      <PostForm action={href(`${editPaths.revision(kind, id, revision.seq)}?version=${version}`)}>
        <button name="do" value="restore" className="button">
          {texts.restore}
        </button>
      </PostForm>
      {change === null && (
        <>
          <p>{texts.first}</p>
          <pre className="difference edit-column">{text}</pre>
        </>
      )}
      {isSame && <p>{texts.nothing}</p>}
      {change !== null && !isSame && (
        <div className="edit-column grid gap-8">
          {change.fields.map(({ path, difference }) => (
            <section key={path} aria-label={labelOf(editForms[kind], path)}>
              <h2 className="section-title">{labelOf(editForms[kind], path)}</h2>
              <DifferenceView difference={difference} />
            </section>
          ))}
          {change.body.parts.some((part) => part.kind !== 'same') && (
            <section aria-label={kinds[kind].body.label}>
              <h2 className="section-title">{kinds[kind].body.label}</h2>
              <DifferenceView difference={change.body} />
            </section>
          )}
        </div>
      )}
    </>
  );
}
