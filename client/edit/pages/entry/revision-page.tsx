import type { Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { EntryHeader } from '#client/edit/entry-header.tsx';
import { DocumentChanges, isUnchanged, type DocumentChange } from '#client/edit/document-changes.tsx';
import { eventText } from '../home-page.tsx';
import { PostForm } from '#client/edit/form/post-form.tsx';

export interface RevisionPageProps {
  kind: Kind;
  id: string;
  title: string;
  /** Current version of the entry. */
  version: number;
  revision: { seq: number; action: string; name: string; at: string };
  /** Changes of this revision; null for the first. */
  change: DocumentChange | null;
  /** The Markdown, when there is nothing to compare with. */
  text: string;
}

/** Changes of one revision, by field and by word, with a button that restores it. */
export function RevisionPage({ kind, id, title, version, revision, change, text }: RevisionPageProps) {
  const href = useEditHref();
  const { historyPage: texts } = editTexts;
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
      {change !== null && isUnchanged(change) && <p>{texts.nothing}</p>}
      {change !== null && <DocumentChanges kind={kind} change={change} />}
    </>
  );
}
