import { editForms } from '#shared/editing/edit-forms.ts';
import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { editPaths, type AutosavePlace } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { keepingTexts } from '#shared/locale/editors/keeping-texts.ts';
import { DocumentChanges, isUnchanged, type DocumentChange } from '#client/edit/document-changes.tsx';
import { useEditHref } from '#client/edit/edit-context.ts';
import { EntryHeader } from '#client/edit/entry-header.tsx';
import { PostForm } from '#client/edit/form/post-form.tsx';
import { Notice } from '#client/edit/notice.tsx';

interface AutosavePageProps {
  kind: Kind;
  place: AutosavePlace;
  /** Title of the stored entry; empty for one without. */
  title: string;
  savedAt: string;
  /** The entry has been stored since the form was made. */
  isOutdated: boolean;
  change: DocumentChange;
}

/** A text that was typed and not stored, as it differs from what is stored. Nothing happens to it by itself. */
export function AutosavePage({ kind, place, title, savedAt, isOutdated, change }: AutosavePageProps) {
  const href = useEditHref();
  const { autosave: texts } = keepingTexts;
  const { id } = place;
  const back =
    id === null
      ? { to: editPaths.list(kind), label: kindPages[kind].label }
      : { to: editPaths.entry(kind, id), label: title || editTexts.list.untitled };
  return (
    <>
      <EntryHeader back={back} title={id === null ? kinds[kind].newTitle : texts.title}>
        <p className="edit-column mt-2">{texts.text(formatDateTime(savedAt) ?? '')}</p>
      </EntryHeader>
      {isOutdated && <Notice kind="plain" text={texts.outdated} />}
      <div className="flex flex-wrap gap-2">
        <a href={href(editPaths.withAutosave(kind, place))} className="button-primary">
          {texts.take}
        </a>
        <PostForm action={href(editPaths.autosave(kind, place))}>
          <button name="do" value="drop" className="button">
            {texts.drop}
          </button>
        </PostForm>
        <a href={href(id === null ? editPaths.home : editPaths.entry(kind, id))} className="button">
          {texts.back}
        </a>
      </div>
      {isUnchanged(change) && <p>{texts.same}</p>}
      <DocumentChanges form={editForms[kind]} bodyLabel={kinds[kind].body.label} change={change} />
    </>
  );
}
