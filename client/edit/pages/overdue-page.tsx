import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { PostForm } from '../form/post-form.tsx';

export interface OverduePageProps {
  entry: { key: string; title: string; id: string; version: number };
}

/** Asks before an entry leaves the trash whose time came while it was there: visitors would see it at once. */
export function OverduePage({ entry }: OverduePageProps) {
  const href = useEditHref();
  const { overdueText, overdueDraft, overdueNow } = editTexts.trashPage;
  return (
    <>
      <h1 className="page-title">{editTexts.trashPage.restoreTitle(entry.title || entry.id)}</h1>
      <p className="edit-column" role="alert">
        {overdueText}
      </p>
      <PostForm
        action={href(`${editPaths.trash}/${entry.key}?version=${entry.version}`)}
        className="edit-column flex flex-wrap items-center gap-4"
      >
        <button name="do" value="restore-draft" className="button-primary">
          {overdueDraft}
        </button>
        <button name="do" value="restore-now" className="button">
          {overdueNow}
        </button>
        <a href={href(editPaths.trash)} className="row-link">
          {editTexts.remove.cancel}
        </a>
      </PostForm>
    </>
  );
}
