import { toFormFields, type FormContent } from '#shared/editing/form-values.ts';

/** A form's content where it is not to be seen. A text area keeps its lines, which a hidden input does not. */
export function HiddenFields({ content }: { content: FormContent }) {
  return (
    <div hidden>
      {toFormFields(content).map(([name, text]) => (
        <textarea key={name} name={name} defaultValue={text} readOnly aria-hidden="true" />
      ))}
    </div>
  );
}
