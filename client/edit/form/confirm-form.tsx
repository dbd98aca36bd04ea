import type { ReactNode } from 'react';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { LeaveLink } from '../leave-link.tsx';
import { PostForm, type MainForm } from './post-form.tsx';

interface ConfirmFormProps {
  /** Site path that the form is sent to. */
  action: string;
  main?: MainForm | undefined;
  /** Values of `do` and their labels; the first is the one that the page is about. */
  buttons: readonly (readonly [does: string, label: string])[];
  /** Site path of the page that the way out leads to. */
  cancel: string;
  /** Its press takes away for good. */
  isFinal?: true;
  children?: ReactNode;
}

/** Questions before a step that cannot simply be taken back, with the button that takes it and the way out. */
export function ConfirmForm({ action, main, buttons, cancel, isFinal, children }: ConfirmFormProps) {
  const href = useEditHref();
  const first = isFinal ? 'button-primary button-final' : 'button-primary';
  return (
    <PostForm {...(main && { main })} action={href(action)} className="edit-column grid gap-4">
      {children}
      <p className="flex flex-wrap items-center gap-4">
        {buttons.map(([does, label], index) => (
          <button key={does} name="do" value={does} className={index === 0 ? first : 'button'}>
            {label}
          </button>
        ))}
        <LeaveLink to={cancel} className="row-link">
          {editTexts.remove.cancel}
        </LeaveLink>
      </p>
    </PostForm>
  );
}
