import { toFormFields, type FormContent } from '#shared/editing/form-values.ts';

/** A form's content where it is not to be seen. A text area keeps its lines, which a hidden input does not. */
export function HiddenFields({ content }: { content: FormContent }) {
  return <HiddenTexts fields={toFormFields(content)} />;
}

export function HiddenTexts({ fields }: { fields: readonly (readonly [name: string, text: string])[] }) {
  return (
    <div hidden>
      {fields.map(([name, text]) => (
        <textarea key={name} name={name} defaultValue={text} readOnly aria-hidden="true" />
      ))}
    </div>
  );
}
