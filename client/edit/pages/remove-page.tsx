import { editPaths, type EditKind } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { OldAddressChoice } from '../form/old-address-choice.tsx';
import { Notice } from '../notice.tsx';
import { PostForm } from '../form/post-form.tsx';

export interface RemovePageProps {
  kind: EditKind;
  id: string;
  title: string;
  entryKey: string;
  version: number;
  /** Why it cannot be; null when it can. */
  problem: string | null;
  /** Where the old address was to lead, as it was typed. */
  to: string;
}

/** Asks before an entry goes to the trash. */
export function RemovePage({ kind, id, entryKey, title, version, problem, to }: RemovePageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{editTexts.remove.title(title || id)}</h1>
      {problem !== null && <Notice kind="problem" text={problem} />}
      <p className="edit-column">{editTexts.remove.text}</p>
      <PostForm
        action={href(editPaths.save(kind, { id, key: entryKey, version }))}
        className="edit-column grid gap-4"
      >
        <OldAddressChoice legend={editTexts.remove.address} first="gone" isGone={to === ''} to={to} />
        <p className="flex flex-wrap items-center gap-4">
          <button name="do" value="remove" className="button-primary">
            {editTexts.remove.confirm}
          </button>
          <a href={href(editPaths.entry(kind, id))} className="row-link">
            {editTexts.remove.cancel}
          </a>
        </p>
      </PostForm>
    </>
  );
}
