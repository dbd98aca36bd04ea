import type { Kysely, Transaction } from 'kysely';
import { parse } from 'yaml';
import * as z from 'zod';
import { siteSettingsRecord, type SiteSettings } from '#shared/kinds/site.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';
import type { Setting } from '#shared/kinds/setting.ts';
import type { OnLoss } from '#shared/stored-list.ts';
import type { Schema } from '#server/db/schema.ts';
import { featuredEntry } from './featured.ts';
import { parseYaml, type Hints } from './front-matter/front-matter.ts';
import { optionalText } from './kinds/field-schemas.ts';
import { hintsOfField } from './kinds/kind-hints.ts';
import { schemaOfValue } from './kinds/kind-schema.ts';
import { placeReferences, type PlacedReference, type Reference } from './kinds/references.ts';
import type { Problem } from './front-matter/problem.ts';

/**
 * Content of `site.yaml`. It is not a kind of content: there is only one, without id and Markdown, it is not counted,
 * and a folder without it removes nothing.
 */
export interface SiteFile {
  settings: SiteSettings;
  references: readonly PlacedReference[];
}

/**
 * Schema of the settings: a setting that is left out is undefined, or the empty value of its type. The type is made of
 * the same record.
 */
export const siteSchema: z.ZodType<SiteSettings> = schemaOfGroup(
  siteSettingsRecord,
) as z.ZodType<unknown> as z.ZodType<SiteSettings>;

/** Settings of a site that has said nothing but a name. */
const absentSettings = siteSchema.parse({ name: 'x' });

/**
 * Settings as they are stored; those that have come to be since then are as a file that leaves them out says.
 * @param stored JSON; null: nothing is stored.
 * @param name The name of a site that has said none.
 */
export function storedSettings(stored: string | null, name: string, onLoss?: OnLoss): SiteSettings {
  const absent = { ...absentSettings, name };
  // Each stored setting is as its field says; keys that are missing are filled in.
  return withAbsent(siteSettingsRecord, absent, readStoredSettings(stored, onLoss)) as SiteSettings;
}

/** The settings of a revision or a draft; those that have come to be since then are as a file that leaves them out says. */
export function settingsIn(document: string): SiteSettings {
  return storedSettings(JSON.stringify(parse(document)), '');
}

type Values = Readonly<Record<string, unknown>>;

function withAbsent(group: Readonly<Record<string, Setting>>, absent: Values, stored: Values): Values {
  const groups = Object.entries(group).flatMap(([name, setting]) => {
    const [ofAbsent, ofStored] = [absent[name], stored[name]];
    return 'group' in setting && isGroup(ofAbsent) && isGroup(ofStored)
      ? [[name, withAbsent(setting.group, ofAbsent, ofStored)] as const]
      : [];
  });
  return { ...absent, ...stored, ...Object.fromEntries(groups) };
}

function isGroup(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

function schemaOfGroup(group: Readonly<Record<string, Setting>>): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(Object.entries(group).map(([name, setting]) => [name, schemaOfSetting(setting)])),
  );
}

function schemaOfSetting(setting: Setting): z.ZodType {
  if ('group' in setting) {
    const schema = schemaOfGroup(setting.group);
    return setting.absent === 'empty' ? schema.prefault({}) : schema.optional();
  }
  const { field, absent } = setting;
  const isText = field.type === 'line' || field.type === 'text';
  if (absent === 'empty')
    return isText ? optionalText(field.max ?? 0).default('') : schemaOfValue(field).default([]);
  return field.required ? schemaOfValue(field) : schemaOfValue(field).optional();
}

function hintsOfGroup(group: Readonly<Record<string, Setting>>, within = ''): Hints {
  const hints = Object.entries(group).map(([name, setting]) =>
    'group' in setting
      ? { [within + name]: setting.hint, ...hintsOfGroup(setting.group, `${within}${name}.`) }
      : hintsOfField(within + name, setting.field),
  );
  return Object.assign({}, ...hints);
}

export function parseSite(file: string, text: string): { site: SiteFile } | { problems: Problem[] } {
  const parsed = parseYaml({ file, text, firstLine: 1 }, siteSchema, hintsOfGroup(siteSettingsRecord));
  if ('problems' in parsed) return parsed;
  const { value: settings, lineOf } = parsed;
  return { site: { settings, references: placeReferences(referencesOf(settings), lineOf) } };
}

/** The entries and files that settings name. */
export function referencesOf(settings: SiteSettings): Reference[] {
  const { featured, logo, fonts } = settings;
  const references: Reference[] = featured.map((thing, index) => {
    const { kind, id } = featuredEntry(thing);
    return { to: kind, id, at: ['featured', index] };
  });
  if (logo !== undefined) references.push({ to: 'media', id: logo, at: ['logo'] });
  const titles = fonts?.titles ?? 'on';
  if (titles !== 'on' && titles !== 'off')
    references.push({ to: 'media', id: titles, at: ['fonts', 'titles'] });
  return references;
}

/** Resolves to the names of the settings that are others than before, in the order of the file. */
export async function writeSite(
  trx: Transaction<Schema>,
  site: Pick<SiteFile, 'settings'>,
): Promise<string[]> {
  const settings = JSON.stringify(site.settings);
  const stored = await readStoredSite(trx);
  if (stored === settings) return [];
  await trx
    .insertInto('site')
    .values({ id: 1, settings })
    .onConflict((oc) => oc.column('id').doUpdateSet({ settings }))
    .execute();
  // Settings left out of a file are stored with their defaults, which is no change for a site without a file.
  const before: Values = storedSettings(stored, '');
  const after: Values = storedSettings(settings, '');
  return Object.keys(siteSettingsRecord).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/** JSON; null when there are no settings. */
export async function readStoredSite(db: Kysely<Schema>): Promise<string | null> {
  const stored = await db.selectFrom('site').select('settings').where('id', '=', 1).executeTakeFirst();
  return stored?.settings ?? null;
}
