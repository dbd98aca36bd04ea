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
    const shown: [string, string | FormRow[]][] = [[field.name, shownValue(field, value, fields)]];
    if (field.type === 'time') shown.push([`${field.name}.was`, plainText(value)]);
    return shown;
  });
  return { values: Object.fromEntries(values), body };
}

function shownValue(field: EditField, value: unknown, fields: Fields): string | FormRow[] {
  switch (field.type) {
    case 'lines':
      return shownLines(value);
    case 'check':
      return value === true ? 'on' : '';
    case 'time':
      return shownTime(plainText(value));
    case 'rows':
      return Array.isArray(value) ? value.map((row) => shownRow(field.columns ?? [], row, fields)) : [];
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

type Fields = EntryDocument['fields'];

function shownLines(value: unknown): string {
  return Array.isArray(value) ? value.map(plainText).join('\n') : plainText(value);
}

function shownRow(columns: readonly EditField[], row: unknown, fields: Fields): FormRow {
  return Object.fromEntries(columns.map((column) => [column.name, shownCell(column, row, fields)]));
}

function shownCell({ name, type, ofMap }: EditField, row: unknown, fields: Fields): string {
  if (name === '') return plainText(row);
  if (!isMap(row)) return '';
  if (ofMap) return plainText(valueInMap(row[ofMap.key], ofMap.place, namesOf(fields[ofMap.namesIn])));
  if (type === 'lines') return shownLines(row[name]);
  const text = plainText(row[name]);
  // A row has no room for seconds, which no control shows: such a time stays as it is written.
  return type === 'time' && !/T\d\d:\d\d:(?!00[+.])/.test(text) ? shownTime(text) : text;
}

/** A draft whose names are not different, or too few, has the texts in a list. */
function valueInMap(value: unknown, place: number, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value[place];
  const name = names[place];
  return isMap(value) && name !== undefined && Object.hasOwn(value, name) ? value[name] : '';
}

/** Names in the rows of a field, such as those of options. */
export function namesOf(rows: unknown): string[] {
  return Array.isArray(rows) ? rows.map((row) => (isMap(row) ? plainText(row['name']).trim() : '')) : [];
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
