import type { FormContent } from '#shared/editing/form-values.ts';

/** A form's content where it is not to be seen. A text area keeps its lines, which a hidden input does not. */
export function HiddenFields({ content }: { content: FormContent }) {
  const fields = Object.entries(content.values).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[`f.${name}`, value]]
      : value.flatMap((row, index) =>
          Object.entries(row).map(([column, text]): [string, string] => [
            `f.${name}.${index}${column && `.${column}`}`,
            text,
          ]),
        ),
  );
  return (
    <div hidden>
      {[...fields, ['body', content.body] as const].map(([name, text]) => (
        <textarea key={name} name={name} defaultValue={text} readOnly aria-hidden="true" />
      ))}
    </div>
  );
}
