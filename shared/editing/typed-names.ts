import { editForms, siteForm, type EditField } from './edit-forms.ts';

/** Names under which forms of the edit area send what somebody has typed or chosen. A password is not given back. */
const plainNames = new Set([
  ...['body', 'id', 'to', 'from', 'address', 'replace', 'take-over'],
  ...['email', 'name', 'role', 'confirm'],
]);

const fields: readonly EditField[] = [...Object.values(editForms).flat(), ...siteForm];
const fieldNames = new Set(fields.map(({ name }) => name));
const columnNames = new Set([
  '',
  'name',
  'value',
  ...fields.flatMap(({ columns = [] }) => columns.map(({ name }) => name)),
]);

/** Whether a form of the edit area has a field of this name. Others are nobody's text, and are not given back. */
export function isTypedName(name: string): boolean {
  if (plainNames.has(name)) return true;
  if (!name.startsWith('f.')) return false;
  const field = name.slice(2);
  if (fieldNames.has(field) || fieldNames.has(field.replace(/\.was$/, ''))) return true;
  const [, list = '', column = ''] = /^(.+?)\.\d{1,3}(?:\.(.+))?$/.exec(field) ?? [];
  return fieldNames.has(list) && columnNames.has(column);
}
