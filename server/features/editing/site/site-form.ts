import { isDeepStrictEqual } from 'node:util';
import { kinds } from '#shared/kinds/kinds.ts';
import { siteSettingsRecord, type SiteSettings } from '#shared/kinds/site.ts';
import type { FeaturedThing, Setting, ValueSetting } from '#shared/kinds/setting.ts';
import { featuredKinds, namingFields, siteForm } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { featuredEntry } from '#server/content/featured.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { toForm } from '../form/document-to-form.ts';
import { valueAt } from '../form/find-named.ts';
import { meantValue } from '../form/form-to-document.ts';
import { mayDo } from '../may-do.ts';

/** The values of the settings in their form. */
export function siteToForm(settings: SiteSettings): FormContent {
  return toForm(siteForm, { fields: shownValues(siteSettingsRecord, settings), body: '' });
}

type Group = Readonly<Record<string, Setting>>;

/** Values by the names of the form, in which a setting within another one has a dot. */
function shownValues(group: Group, values: unknown, within = ''): Record<string, unknown> {
  const shown = Object.entries(group).map(([name, setting]) => {
    const value = valueAt(values, [name]);
    if ('group' in setting) return shownValues(setting.group, value, `${within}${name}.`);
    const isFeatured = setting.field.type === 'featured' && Array.isArray(value);
    return { [within + name]: isFeatured ? value.map(toFeaturedRow) : value };
  });
  return Object.assign({}, ...shown);
}

function toFeaturedRow(thing: FeaturedThing): Record<string, string> {
  const { kind, id } = featuredEntry(thing);
  return { kind: kinds[kind].word, id };
}

/** Reads the settings of a form; those that its sender may not change, and those without a field, stay as they are. */
export function formToSite({ values }: FormContent, stored: SiteSettings, editor: Editor): unknown {
  const kept = mayDo(editor.role, 'name-site') ? {} : namesIn(stored);
  return toSettings({ ...values, ...kept }, stored);
}

/** Settings with the values of others for the fields that admins alone may change; null: those are the same. */
export function withNamesOf(settings: SiteSettings, others: SiteSettings): unknown {
  const names = namesIn(others);
  if (isDeepStrictEqual(names, namesIn(settings))) return null;
  return toSettings({ ...siteToForm(settings).values, ...names }, settings);
}

function namesIn(settings: SiteSettings): FormContent['values'] {
  const { values } = siteToForm(settings);
  return Object.fromEntries(Array.from(namingFields, (name) => [name, values[name] ?? '']));
}

function toSettings(values: FormContent['values'], stored: SiteSettings): Record<string, unknown> {
  const meant = new Map(siteForm.map((field) => [field.name, meantValue(field, values)]));
  return meantGroup(siteSettingsRecord, stored, meant, '');
}

function meantGroup(
  group: Group,
  stored: unknown,
  meant: ReadonlyMap<string, unknown>,
  within: string,
): Record<string, unknown> {
  const settings = Object.entries(group).map(([name, setting]) => {
    const before = valueAt(stored, [name]);
    if (!('group' in setting)) return [name, meantSetting(setting, before, meant.get(within + name))];
    const inner = meantGroup(setting.group, before, meant, `${within}${name}.`);
    const isLeftOut =
      setting.absent === 'nothing' && Object.values(inner).every((value) => (value ?? '') === '');
    return [name, isLeftOut ? undefined : inner];
  });
  return Object.fromEntries(settings);
}

function meantSetting({ field, absent, isFileOnly }: ValueSetting, before: unknown, meant: unknown): unknown {
  if (isFileOnly) return before;
  const isText = field.type === 'line' || field.type === 'text';
  // Empty, so that validation reports it: a setting that is required beside another.
  if (meant === null) return field.required ? '' : absent === 'nothing' ? undefined : isText ? '' : [];
  if (field.type === 'featured' && Array.isArray(meant)) return meant.map(fromFeaturedRow);
  if (field.type === 'year' && typeof meant === 'string' && /^\d+$/.test(meant)) return Number(meant);
  return meant;
}

function fromFeaturedRow(row: Record<string, unknown>): Record<string, unknown> {
  const [first] = featuredKinds.keys();
  const word = String(row['kind']);
  return { [featuredKinds.has(word) ? word : String(first)]: row['id'] };
}
