/** What stands in the fields of a form, as it was typed or is to be shown: a text, or of a list its rows. */
export type FormValues = Readonly<Record<string, string | readonly FormRow[]>>;

/** By the names of the columns; a plain text has the name `''`. */
export type FormRow = Readonly<Record<string, string>>;

/** What an editing form holds beside its fields. */
export interface FormContent {
  values: FormValues;
  /** Markdown. */
  body: string;
}
