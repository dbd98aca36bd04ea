import type { ComponentProps } from 'react';
import { madeField, mainFormId } from '#shared/editing/main-form.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { wholeFormField } from '#shared/editing/whole-form.ts';

export interface MainForm {
  /** Button that stores what was typed. */
  does: string;
  /** Mark of the stored texts; empty where others are shown. */
  mark: string;
}

interface PostFormProps extends Omit<ComponentProps<'form'>, 'method' | 'id'> {
  /** For the form whose texts links of the page keep. */
  main?: MainForm;
}

/**
 * A form that changes something. Percent-encoded, a long text would be three times as long, and more than is read. Its
 * last field says that the form came whole.
 */
export function PostForm({ children, main, ...attributes }: PostFormProps) {
  return (
    <form method="post" encType="multipart/form-data" {...attributes} {...(main && mainAttributes)}>
      {children}
      {main && <input type="hidden" name={madeField} value={`${main.does} ${main.mark}`} />}
      <input type="hidden" name={wholeFormField} value="yes" />
    </form>
  );
}

const mainAttributes = {
  id: mainFormId,
  'data-restored': editTexts.form.restored,
  'data-forget': editTexts.form.forget,
};
