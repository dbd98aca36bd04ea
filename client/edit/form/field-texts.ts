import { kindNames, kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { contrastOnPages, leastContrast } from '#shared/contrast.ts';
import { columnsOf, editForms, siteForm, type EditField } from '#shared/editing/edit-forms.ts';
import { categoryTexts } from '#shared/locale/editors/desk/category-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { libraryTexts } from '#shared/locale/editors/library-texts.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { findTaxIdFault, plainNumber } from '#shared/tax-id.ts';

/** Label of the value at a place in a document, such as `links.0.url`. */
export function labelOf(form: readonly EditField[], place: string): string {
  if (place === 'status') return editTexts.list.stateFilter;
  const field = form.find(({ name }) => place === name || place.startsWith(`${name}.`));
  if (field === undefined) return place;
  const within = place.slice(field.name.length + 1);
  return within === '' ? field.label : editTexts.form.within(field.label, within);
}

/** Sentence about the values that a field accepts. */
export function ruleOf({ rule, type, max, maxItems }: EditField): string {
  return rule ?? editTexts.rules[type](max, maxItems);
}

/** Reason why an entry stays: others, such as the articles of an author, cannot be without it. */
export function neededText(kind: Kind): string {
  const naming = kindNames.filter((name) =>
    Object.values(kinds[name].fields).some(({ type, to }) => type === 'reference' && to === kind),
  );
  const { counter } = kinds[kind];
  return editTexts.problem.isNeeded({
    it: counter + kindPages[kind].label,
    label: kindPages[kind].label,
    others: naming.map((name) => kindPages[name].label),
  });
}

/** Sentence about the value in a field: how well a colour is read, and which mistake a number has. */
export function valueNote({ name, type }: EditField, value: string): string {
  if (type === 'taxId') return value === '' ? '' : taxIdNote(value);
  if (type !== 'color' || !/^#[\da-f]{6}$/i.test(value)) return '';
  const contrast = contrastOnPages(name.endsWith('dark') ? 'dark' : 'light', value);
  return editTexts.contrast(contrast, contrast >= leastContrast);
}

function taxIdNote(value: string): string {
  const plain = plainNumber(value);
  const fault = findTaxIdFault(plain);
  if (fault === null) return '';
  return fault === 'length' ? editTexts.taxId.length([...plain].length) : editTexts.taxId.check;
}

/** Label of a value that a form sent under this name, such as `f.links.2.url`. */
export function sentLabelOf(name: string): string {
  const other = ownValue(textsOfOthers, name);
  if (other !== undefined) return other;
  const [, place = name, row, column] = /^f\.(.+?)(?:\.(\d+)(?:\.(.+))?)?$/.exec(name) ?? [];
  const [, whole = place, part] = /^(.+)\.(time|new)$/.exec(place) ?? [];
  const field = everyField.find((candidate) => candidate.name === (part ? whole : place));
  if (field === undefined) return place;
  if (part === 'new') return categoryTexts.newName(field.label);
  if (part !== undefined) return editTexts.form.clockOf(field.label);
  if (row === undefined) return field.label;
  const cell = columnsOf(field).find((candidate) => candidate.name !== '' && candidate.name === column);
  return editTexts.form.row(cell?.label ?? field.label, Number(row) + 1);
}

/** Labels of texts that are no fields of an entry. */
const textsOfOthers: Readonly<Record<string, string>> = {
  label: libraryTexts.label,
  body: editTexts.form.body,
  id: editTexts.form.id,
  to: editTexts.redirectsPage.target,
  into: editTexts.redirectsPage.target,
  from: editTexts.redirectsPage.from,
  email: staffTexts.email,
  confirm: staffTexts.confirmNewAddress,
  table: tableTexts.rows,
  badges: tableTexts.many.badges,
};

const everyField: readonly EditField[] = [...Object.values(editForms).flat(), ...siteForm];
