import type { Confirmation } from '#shared/editing/staff.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { Notice } from '#client/edit/notice.tsx';
import { ConfirmField } from '#client/edit/staff/confirm-field.tsx';
import { ConfirmForm } from '#client/edit/form/confirm-form.tsx';
import { EntryTitle } from '#client/edit/entry-title.tsx';

export interface PurgePageProps {
  entry: { key: string; title: string; id: string; version: number };
  confirmation: Confirmation;
  problem: string | null;
}

/** Asks an admin before an entry is removed for good, with all that it was. */
export function PurgePage({ entry, confirmation, problem }: PurgePageProps) {
  return (
    <>
      <EntryTitle text={editTexts.trashPage.purgeTitle(entry.title || entry.id)} />
      {problem !== null && <Notice kind="problem" text={problem} />}
      <p className="edit-column">{editTexts.trashPage.purgeText}</p>
      <ConfirmForm
        action={`${editPaths.trash}/${entry.key}?version=${entry.version}`}
        buttons={[['purge', editTexts.trashPage.purge]]}
        cancel={editPaths.trash}
        isFinal
      >
        <ConfirmField confirmation={confirmation} form="purge" isInvalid={problem !== null} />
      </ConfirmForm>
    </>
  );
}
