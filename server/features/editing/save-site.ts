import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod';
import type { FooterSettings } from '#shared/payloads.ts';
import type { SiteSettings } from '#shared/site-settings.ts';
import { namingFields, siteForm } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { columnsOf } from '#server/db/columns.ts';
import { findControlCharacter } from '#server/content/control-characters.ts';
import { toYaml } from '#server/content/documents.ts';
import { readStoredSite, siteSchema, writeSite } from '#server/content/site-settings.ts';
import { storedIds } from '#server/content/stored-ids.ts';
import type { Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { askForFiles } from '#server/media/media-jobs.ts';
import { changeEntry, refuse, type ChangeResult, type EditTools } from './change-entry.ts';
import { toForm } from './document-to-form.ts';
import type { Editor } from '#server/content/editor.ts';
import {
  findRepeated,
  findTooMany,
  findUnknown,
  typedAt,
  valueAt,
  withUnknown,
  type FieldProblem,
  type NamedThing,
} from './find-problems.ts';
import { meantValue } from './form-to-document.ts';
import { mayDo } from './may-do.ts';
import { recordLive } from './publish.ts';
import { keepLive, type Entry } from '#server/content/revisions.ts';

const unnamed: SiteSettings = {
  name: '',
  tagline: '',
  description: '',
  categories: [],
  featured: [],
  footer: { about: '', links: [] },
};

export interface OpenSite {
  /** Null: the site has no settings yet. */
  entry: Entry | null;
  settings: SiteSettings;
}

export async function openSite(db: Database): Promise<OpenSite> {
  const entry = await db.read
    .selectFrom('entries')
    .select(columnsOf.entries)
    .where('kind', '=', 'site')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const stored = await readStoredSite(db.read);
  return { entry: entry ?? null, settings: { ...unnamed, ...(stored !== null && JSON.parse(stored)) } };
}

/** What a form shows of the settings. */
export function siteToForm({ footer, featured, colors, ...settings }: SiteSettings): FormContent {
  const fields = {
    ...settings,
    featured: featured.map((thing) =>
      'article' in thing ? { kind: 'article', id: thing.article } : { kind: 'product', id: thing.product },
    ),
    'colors.light': colors?.light,
    'colors.dark': colors?.dark,
    ...Object.fromEntries(Object.entries(footer).map(([name, value]) => [`footer.${name}`, value])),
    'footer.licence.label': footer.licence?.label,
    'footer.licence.url': footer.licence?.url,
  };
  return toForm(siteForm, { fields, body: '' });
}

/** The settings that a form means; what its sender may not change stays as it is. */
export function formToSite({ values }: FormContent, stored: SiteSettings, editor: Editor): unknown {
  const before = siteToForm(stored).values;
  const mayName = mayDo(editor.role, 'name-site');
  const meant = new Map(
    siteForm.map((field) => {
      const isKept = namingFields.has(field.name) && !mayName;
      return [field.name, meantValue(field, isKept ? before : values)] as const;
    }),
  );
  const featured = meant.get('featured');
  return {
    // What no field shows stays as it is.
    ...stored,
    name: meant.get('name') ?? '',
    tagline: meant.get('tagline') ?? '',
    description: meant.get('description') ?? '',
    logo: meant.get('logo') ?? undefined,
    colors: toColors(meant.get('colors.light'), meant.get('colors.dark')),
    categories: meant.get('categories') ?? [],
    featured: Array.isArray(featured) ? featured.map(toFeatured) : [],
    front: meant.get('front') ?? undefined,
    navigation: meant.get('navigation') ?? undefined,
    footer: toFooter(stored.footer, meant),
  };
}

/** One without the other is missing it. */
function toColors(light: unknown, dark: unknown): unknown {
  return light === null && dark === null ? undefined : { light: light ?? '', dark: dark ?? '' };
}

function toFooter(stored: FooterSettings, meant: ReadonlyMap<string, unknown>): unknown {
  const [label, url] = [meant.get('footer.licence.label'), meant.get('footer.licence.url')];
  const year = meant.get('footer.year');
  return {
    ...stored,
    about: meant.get('footer.about') ?? '',
    links: meant.get('footer.links') ?? [],
    address: meant.get('footer.address') ?? undefined,
    email: meant.get('footer.email') ?? undefined,
    social: meant.get('footer.social') ?? undefined,
    licence: label === null && url === null ? undefined : { label: label ?? '', url: url ?? '' },
    year: typeof year === 'string' && /^\d+$/.test(year) ? Number(year) : (year ?? undefined),
  };
}

function toFeatured(row: Record<string, unknown>): Record<string, unknown> {
  return { [row['kind'] === 'product' ? 'product' : 'article']: row['id'] };
}

interface SaveSite {
  editor: Editor;
  key: string;
  version: number;
  settings: unknown;
  /** Questions to its sender. */
  asked?: readonly FieldProblem[];
}

/** Changes the settings of the site at once, when everything about them is right. */
export async function saveSite(
  tools: EditTools,
  { editor, key, version, settings: typed, asked = [] }: SaveSite,
): Promise<ChangeResult> {
  const parsed = siteSchema.safeParse(typed);
  const named = findNamed(typed);
  if (!parsed.success || asked.length > 0) {
    const problems = [...findProblems(typed, parsed.error?.issues ?? []), ...asked];
    const unknown = await findUnknown(tools.db.read, await withoutFeatured(tools.db.read, named));
    return { kind: 'invalid', problems: withUnknown(problems, unknown) };
  }
  const settings: SiteSettings = parsed.data;
  const change = { editor, action: 'change-site', key, version, document: toYaml(settings) } as const;
  return changeEntry(tools, change, async (trx, entry) => {
    const at = tools.clock.nowIso();
    const unknown = await findUnknown(trx, await withoutFeatured(trx, named));
    if (unknown.length > 0) refuse(unknown);
    await takeLogo(trx, settings.logo);
    await keepLive(trx, entry, at);
    await writeSite(trx, { settings });
    await recordLive(trx, { key, kind: 'site', id: 'site', editor, at, action: 'publish' });
  });
}

/** Ids of what is featured and not there, as after its removal: visitors do not see it. */
export async function findFeaturedGone(db: Kysely<Schema>, settings: SiteSettings): Promise<string[]> {
  const gone: string[] = [];
  for (const { to, id } of featuredIn(settings)) if (!(await storedIds(db, to, [id])).has(id)) gone.push(id);
  return gone;
}

/** Leaves out what was featured before: removed since, it comes back with its entry, and keeps nobody from saving. */
async function withoutFeatured(db: Kysely<Schema>, named: readonly NamedThing[]): Promise<NamedThing[]> {
  const before = featuredIn(JSON.parse((await readStoredSite(db)) ?? '{}'));
  return named.filter(({ to, id }) => !before.some((thing) => thing.to === to && thing.id === id));
}

function featuredIn({ featured = [] }: Partial<SiteSettings>): Pick<NamedThing, 'to' | 'id'>[] {
  return featured.map((thing) =>
    'article' in thing ? { to: 'articles', id: thing.article } : { to: 'products', id: thing.product },
  );
}

function findProblems(typed: unknown, issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  const lists = siteForm.map(({ name }) => [name, valueAt(typed, name.split('.'))]);
  const fields: Record<string, unknown> = Object.fromEntries(lists);
  const ofLists = [...findTooMany(siteForm, fields), ...findRepeated(siteForm, fields)];
  const told = new Set(ofLists.map(({ field }) => field.replace(/\.\d+$/, '')));
  const problems = issues.map(({ path }): FieldProblem => {
    const value = valueAt(typed, path);
    const control = findControlCharacter(value);
    const code = (value ?? '') === '' ? 'missing' : 'wrong';
    return { field: path.join('.'), code, ...(control && { control }) };
  });
  return [...ofLists, ...problems.filter(({ field }) => !told.has(field))];
}

/** Things that settings name, whether or not the rest of them can be read. */
function findNamed(typed: unknown): NamedThing[] {
  const featured = valueAt(typed, ['featured']);
  const ids = (Array.isArray(featured) ? featured : []).flatMap((_, row): NamedThing[] =>
    (['article', 'product'] as const).map((what) => ({
      to: `${what}s` as const,
      id: typedAt(featured, [row, what]),
      field: `featured.${row}.id`,
    })),
  );
  const logo: NamedThing = { to: 'media', id: typedAt(typed, ['logo']), field: 'logo' };
  return [...ids, logo].filter(({ id }) => id !== '');
}

/** A picture that is stored; its icons are made in the background, with all else that is made of pictures. */
async function takeLogo(trx: Transaction<Schema>, logo: string | undefined): Promise<void> {
  if (logo === undefined) return;
  const picture = await trx
    .selectFrom('media')
    .select('file')
    .where('path', '=', logo)
    .where('content_type', 'like', 'image/%')
    .executeTakeFirst();
  if (!picture) return refuse([{ field: 'logo', code: 'unknown', typed: logo }]);
  const stored = await readStoredSite(trx);
  const before: Partial<SiteSettings> = JSON.parse(stored ?? '{}');
  if (before.logo !== logo) await askForFiles(trx, picture.file);
}
