/** Values of a form's fields, as they were typed or for display: a text, or for a list its rows. */
export type FormValues = Readonly<Record<string, string | readonly FormRow[]>>;

/** By the names of the columns; a plain text has the name `''`. */
export type FormRow = Readonly<Record<string, string>>;

/** Content of an editing form. */
export interface FormContent {
  values: FormValues;
  /** Markdown. */
  body: string;
}

/** The name and the value of each field, as a form sends them. */
export function toFormFields({ values, body }: FormContent): [name: string, value: string][] {
  const fields = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[`f.${name}`, value]]
      : value.flatMap((row, index) => rowFields(name, row, index)),
  );
  return [...fields, ['body', body]];
}

function rowFields(name: string, row: FormRow, index: number): [string, string][] {
  return Object.entries(row).map(([column, text]) => [`f.${name}.${index}${column && `.${column}`}`, text]);
}
