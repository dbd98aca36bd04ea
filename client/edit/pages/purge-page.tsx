import type { Confirmation } from '#shared/editing/staff.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { Notice } from '../notice.tsx';
import { ConfirmField } from '../staff/confirm-field.tsx';
import { PostForm } from '../form/post-form.tsx';

export interface PurgePageProps {
  entry: { key: string; title: string; id: string; version: number };
  confirmation: Confirmation;
  problem: string | null;
}

/** Asks an admin before an entry is removed for good, with all that it was. */
export function PurgePage({ entry, confirmation, problem }: PurgePageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{editTexts.trashPage.purgeTitle(entry.title || entry.id)}</h1>
      {problem !== null && <Notice kind="problem" text={problem} />}
      <p className="edit-column">{editTexts.trashPage.purgeText}</p>
      <PostForm
        action={href(`${editPaths.trash}/${entry.key}?version=${entry.version}`)}
        className="edit-column grid gap-4"
      >
        <ConfirmField confirmation={confirmation} form="purge" isInvalid={problem !== null} />
        <p className="flex flex-wrap items-center gap-4">
          <button name="do" value="purge" className="button-primary">
            {editTexts.trashPage.purge}
          </button>
          <a href={href(editPaths.trash)} className="row-link">
            {editTexts.remove.cancel}
          </a>
        </p>
      </PostForm>
    </>
  );
}
