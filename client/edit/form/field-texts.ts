import type { EditField } from '#shared/editing/edit-forms.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';

/** What a field is called; `column` names the column of a list whose rows have labels of their own. */
export function labelOf(name: string, column?: string): string {
  const known = editTexts.fields[name];
  if (known !== undefined) return known;
  if (column === 'name') return editTexts.form.pairName;
  if (column === 'value') return editTexts.form.pairValue;
  return name;
}

/** What a field takes. */
export function ruleOf(field: EditField): string {
  if (field.name === 'publishedAt') return editTexts.timeOnPublish;
  return editTexts.rules[field.type](field.max);
}
