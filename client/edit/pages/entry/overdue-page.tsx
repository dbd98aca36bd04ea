import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ConfirmForm } from '#client/edit/form/confirm-form.tsx';
import { EntryTitle } from '#client/edit/entry-title.tsx';

export interface OverduePageProps {
  entry: { key: string; title: string; id: string; version: number };
}

/** Asks before an entry leaves the trash whose time came while it was there: visitors would see it at once. */
export function OverduePage({ entry }: OverduePageProps) {
  const { overdueText, overdueDraft, overdueNow } = editTexts.trashPage;
  return (
    <>
      <EntryTitle text={editTexts.trashPage.restoreTitle(entry.title || entry.id)} />
      <p className="edit-column" role="alert">
        {overdueText}
      </p>
      <ConfirmForm
        action={`${editPaths.trash}/${entry.key}?version=${entry.version}`}
        buttons={[
          ['restore-draft', overdueDraft],
          ['restore-now', overdueNow],
        ]}
        cancel={editPaths.trash}
      />
    </>
  );
}
