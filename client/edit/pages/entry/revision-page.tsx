import type { EditField } from '#shared/editing/edit-forms.ts';
import { historyPath, revisionPath } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { EntryHeader } from '#client/edit/entry-header.tsx';
import { DocumentChanges, isUnchanged, type DocumentChange } from '#client/edit/document-changes.tsx';
import { eventText } from '../home-page.tsx';
import { PostForm } from '#client/edit/form/post-form.tsx';

export interface RevisionPageProps {
  /** Site path of the form. */
  path: string;
  form: readonly EditField[];
  /** Label of the Markdown. */
  bodyLabel: string;
  title: string;
  /** Current version of an entry, whose draft it can become; null: it is shown in the form. */
  version: number | null;
  revision: { seq: number; action: string; name: string; at: string };
  /** Changes of this revision; null for the first. */
  change: DocumentChange | null;
  /** The Markdown, when there is nothing to compare with. */
  text: string;
}

/** Changes of one revision, by field and by word, with a button that restores it. */
export function RevisionPage(props: RevisionPageProps) {
  const { path, form, bodyLabel, title, version, revision, change, text } = props;
  const href = useEditHref();
  const { historyPage: texts } = editTexts;
  return (
    <>
      <EntryHeader
        back={{ to: historyPath(path), label: texts.title(title) }}
        title={eventText(revision.action)}
      >
        <p className="edit-meta mt-2">
          {texts.by(revision.name || editTexts.anImport, formatDateTime(revision.at) ?? '')}
        </p>
      </EntryHeader>
      {version === null ? (
        <p>
          <a href={href(`${path}?from=${revision.seq}`)} className="button">
            {texts.intoForm}
          </a>
        </p>
      ) : (
        <PostForm action={href(`${revisionPath(path, revision.seq)}?version=${version}`)}>
          <button name="do" value="restore" className="button">
            {texts.restore}
          </button>
        </PostForm>
      )}
      {change === null && (
        <>
          <p>{texts.first}</p>
          <pre className="difference edit-column">{text}</pre>
        </>
      )}
      {change !== null && isUnchanged(change) && <p>{texts.nothing}</p>}
      {change !== null && <DocumentChanges {...{ form, bodyLabel, change }} />}
    </>
  );
}
