import type { Kind } from '#shared/kinds/kind-names.ts';
import { zoneOffset } from '#shared/locale/dates.ts';
import { editForms, type EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent, FormRow } from '#shared/editing/form-values.ts';
import type { EntryDocument } from '#server/content/entries/entry-document.ts';
import { flatFields } from './grouped-fields.ts';
import { pairRows } from './pair-rows.ts';

/** Makes the content of a form from a document. Every value comes back from `formToDocument` as it was. */
export function documentToForm(kind: Kind, document: EntryDocument): FormContent {
  return toForm(editForms[kind], { ...document, fields: flatFields(kind, document.fields) });
}

export function toForm(formFields: readonly EditField[], { fields, body }: EntryDocument): FormContent {
  const values = formFields.flatMap((field) => {
    const value = fields[field.name];
    const shown: [string, string | FormRow[]][] = [[field.name, shownValue(field, value)]];
    if (field.type === 'time') shown.push([`${field.name}.was`, plainText(value)]);
    return shown;
  });
  return { values: Object.fromEntries(values), body };
}

function shownValue(field: EditField, value: unknown): string | FormRow[] {
  switch (field.type) {
    case 'lines':
      return shownLines(value);
    case 'check':
      return value === true ? 'on' : '';
    case 'time':
      return shownTime(plainText(value));
    case 'rows':
      return Array.isArray(value) ? value.map((row) => shownRow(field.columns ?? [], row)) : [];
    case 'pairs':
      return pairRows(value).map(({ group, name, value: values }) => ({
        group: plainText(group),
        name: plainText(name),
        value: shownLines(values),
      }));
    default:
      return plainText(value);
  }
}

function shownLines(value: unknown): string {
  return Array.isArray(value) ? value.map(plainText).join('\n') : plainText(value);
}

function shownRow(columns: readonly EditField[], row: unknown): FormRow {
  return Object.fromEntries(
    columns.map(({ name }) => [name, plainText(name === '' ? row : isMap(row) ? row[name] : '')]),
  );
}

/** `2026-11-20T08:00` of `2026-11-20T08:00:30+08:00`; text that is no such time stays as it was typed. */
function shownTime(text: string): string {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(.*)$/.exec(text);
  return match && match[2] === zoneOffset ? (match[1] ?? text) : text;
}

function plainText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
