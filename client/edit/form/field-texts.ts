import { contrastOnPages, leastContrast } from '#shared/contrast.ts';
import type { EditField } from '#shared/editing/edit-forms.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { staffTexts } from '#shared/locale/staff-texts.ts';
import { ownValue } from '#shared/own-value.ts';

/** What a field is called; `column` names the column of a list whose rows have labels of their own. */
export function labelOf(name: string, column?: string): string {
  const known = ownValue(editTexts.fields, name);
  if (known !== undefined) return known;
  if (column === 'name') return editTexts.form.pairName;
  if (column === 'value') return editTexts.form.pairValue;
  return name;
}

/** What a field takes; `name` is that of a column with the list that it stands in. */
export function ruleOf(field: EditField, name = field.name): string {
  if (field.name === 'publishedAt') return editTexts.timeOnPublish;
  return ownValue(editTexts.rulesOfFields, name) ?? editTexts.rules[field.type](field.max, field.maxItems);
}

/** How well a colour is read that stands in a field; empty where none does. */
export function contrastNote({ name, type }: EditField, value: string): string {
  if (type !== 'color' || !/^#[\da-f]{6}$/i.test(value)) return '';
  const contrast = contrastOnPages(name.endsWith('dark') ? 'dark' : 'light', value);
  return editTexts.contrast(contrast, contrast >= leastContrast);
}

/** What a value is called that a form sent under this name, such as `f.links.2.url`. */
export function sentLabelOf(name: string): string {
  const other = ownValue(textsOfOthers, name);
  if (other !== undefined) return other;
  const [, field = name, row, column] = /^f\.(.+?)(?:\.(\d+)(?:\.(.+))?)?$/.exec(name) ?? [];
  if (row === undefined) return labelOf(field);
  const own = column === undefined ? undefined : ownValue(editTexts.fields, `${field}.${column}`);
  const part = own === undefined && column !== undefined ? labelOf('', column) : '';
  return `${own ?? labelOf(field)} ${Number(row) + 1} ${part}`.trimEnd();
}

/** Labels of texts that are no fields of an entry. */
const textsOfOthers: Readonly<Record<string, string>> = {
  to: editTexts.redirectsPage.target,
  from: editTexts.redirectsPage.from,
  email: staffTexts.email,
  confirm: staffTexts.confirmNewAddress,
};
