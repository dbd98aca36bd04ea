import { columnsOf, editForms, siteForm, type EditField } from './edit-forms.ts';
import { endField, hourField } from './plan/end-field.ts';
import { wholeLinesField } from './whole-form.ts';

const fields: readonly EditField[] = [...Object.values(editForms).flat(), ...siteForm];

/** Texts of forms that are no fields of an entry. A password is not returned. */
const textNames = new Set([
  'body',
  'id',
  'to',
  'into',
  'from',
  'email',
  'name',
  'confirm',
  'table',
  'badges',
  'label',
  'tags',
  'note',
]);

/** No form has more fields than these. */
const maxRows = 2500;

/** Boxes that were ticked, options that were chosen, and the time of a page's end. */
const choiceNames = new Set([
  ...[endField, hourField(endField)],
  ...['address', 'replace', 'take-over', 'role'],
  ...fields.flatMap(({ name, type }) => (type === 'lines' ? [wholeLinesField(name)] : [])),
]);

const checkNames = new Set(fields.filter(({ type }) => type === 'check').map(({ name }) => `f.${name}`));
const fieldNames = new Set(fields.map(({ name }) => name));
const columnNames = new Set(['', ...fields.flatMap((field) => columnsOf(field).map(({ name }) => name))]);

/** Whether a form of the edit area has a field of this name. Other fields are not returned. */
export function isTypedName(name: string): boolean {
  if (textNames.has(name) || choiceNames.has(name)) return true;
  if (!name.startsWith('f.')) return false;
  const field = name.slice(2);
  if (fieldNames.has(field) || fieldNames.has(field.replace(/\.(?:was|time|new)$/, ''))) return true;
  const [, list = '', row = '', column = ''] = /^(.+?)\.(\d{1,4})(?:\.(.+))?$/.exec(field) ?? [];
  return fieldNames.has(list) && Number(row) < maxRows && columnNames.has(column);
}

/** Whether a value goes along unseen: a choice, or a note of the form itself. */
export function isUnseenName(name: string): boolean {
  return choiceNames.has(name) || checkNames.has(name) || name.endsWith('.was');
}
