import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod';
import type { SiteSettings } from '#shared/kinds/site.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';
import { featuredKinds, siteForm } from '#shared/editing/edit-forms.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import { findControlCharacter } from '#server/content/front-matter/control-characters.ts';
import { findLive, toYaml } from '#server/content/entries/documents.ts';
import { hashOf } from '#server/content/entries/entry-document.ts';
import { featuredEntry } from '#server/content/featured.ts';
import {
  readStoredSite,
  settingsIn,
  storedSettings,
  siteSchema,
  writeSite,
} from '#server/content/site-settings.ts';
import { storedIds } from '#server/content/entries/stored-ids.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { askForFiles } from '#server/media/jobs/media-jobs.ts';
import {
  changeEntry,
  refuse,
  type ChangeResult,
  type EditTools,
  type Present,
} from '../entries/change-entry.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { typedAt, valueAt, type NamedThing } from '../form/find-named.ts';
import {
  findRepeated,
  findTooMany,
  findUnknown,
  withUnknown,
  type FieldProblem,
} from '../form/find-problems.ts';
import { recordLive } from '../entries/publish.ts';
import { mayDo } from '../may-do.ts';
import { withNamesOf } from './site-form.ts';
import { keepLive, type Entry } from '#server/content/history/revisions.ts';

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
  return {
    entry: entry ?? null,
    settings: storedSettings(stored, ''),
  };
}

export interface SaveSite {
  editor: Editor;
  key: string;
  version: number;
  settings: unknown;
  /** Questions to its sender. */
  questions?: readonly FieldProblem[];
}

interface CheckedSite {
  settings: SiteSettings;
  named: readonly NamedThing[];
}

/** Finds everything that is wrong about settings. Whether what they name is there is asked again where they are written. */
export async function checkSite(
  db: Kysely<Schema>,
  { settings: typed, questions = [] }: Pick<SaveSite, 'settings' | 'questions'>,
): Promise<CheckedSite | { problems: readonly FieldProblem[] }> {
  const parsed = siteSchema.safeParse(typed);
  const named = findNamed(typed);
  const unknown = await findUnknown(db, await withoutFeatured(db, named));
  if (parsed.success && questions.length === 0)
    return unknown.length > 0 ? { problems: unknown } : { settings: parsed.data, named };
  const problems = [...findProblems(typed, parsed.error?.issues ?? []), ...questions];
  return { problems: withUnknown(problems, unknown) };
}

/** Changes the settings of the site at once, when everything about them is right. */
export async function saveSite(tools: EditTools, site: SaveSite): Promise<ChangeResult> {
  const { editor, key, version } = site;
  const checked = await checkSite(tools.db.read, site);
  if ('problems' in checked) return { kind: 'invalid', problems: checked.problems };
  const { settings, named } = checked;
  const document = toYaml(settings);
  // They may have been previewed since the form was opened, or saved beside what waits for an admin.
  const mayGoOn = ({ isDraft, document: drafted }: Present) =>
    isDraft && (drafted === document || drafted === leftOf(drafted, settings, editor));
  const change = { editor, action: 'change-site', key, version, document, mayGoOn } as const;
  return changeEntry(tools, change, async (trx, entry) => {
    const at = tools.clock.nowIso();
    const unknown = await findUnknown(trx, await withoutFeatured(trx, named));
    if (unknown.length > 0) refuse(unknown);
    await takeLogo(trx, settings.logo);
    await keepLive(trx, entry, at);
    await writeSite(trx, { settings });
    await endDraft(trx, { entry, editor, settings });
    await recordLive(trx, { key, kind: 'site', id: 'site', editor, at, action: 'publish' });
  });
}

interface EndDraft {
  entry: Entry;
  editor: Editor;
  /** The settings that visitors see. */
  settings: SiteSettings;
}

/** Ends a draft that was saved or given up. What its editor may not change, such as a new name, waits for an admin. */
export async function endDraft(
  trx: Transaction<Schema>,
  { entry, editor, settings }: EndDraft,
): Promise<void> {
  const draft = await trx
    .selectFrom('drafts')
    .select('document')
    .where('entry_key', '=', entry.key)
    .executeTakeFirst();
  const document = draft === undefined ? null : leftOf(draft.document, settings, editor);
  if (document === null) {
    await trx.deleteFrom('drafts').where('entry_key', '=', entry.key).execute();
    return;
  }
  const live = await findLive(trx, entry);
  await trx
    .updateTable('drafts')
    .set({ document, base_hash: live === null ? null : hashOf(live) })
    .where('entry_key', '=', entry.key)
    .execute();
}

/** Rest of a draft beside settings that visitors see: fields that its sender may not change. Null: nothing. */
function leftOf(drafted: string, settings: SiteSettings, { role }: Editor): string | null {
  if (mayDo(role, 'name-site')) return null;
  const left = siteSchema.safeParse(withNamesOf(settings, settingsIn(drafted))).data;
  return left === undefined ? null : toYaml(left);
}

/** Ids of featured entries that are not there, as after their removal: visitors do not see them. */
export async function findFeaturedGone(db: Kysely<Schema>, settings: SiteSettings): Promise<string[]> {
  const gone: string[] = [];
  for (const { to, id } of featuredIn(settings)) if (!(await storedIds(db, to, [id])).has(id)) gone.push(id);
  return gone;
}

/** Leaves out things that were featured before: one removed since comes back later, and keeps nobody from saving. */
async function withoutFeatured(db: Kysely<Schema>, named: readonly NamedThing[]): Promise<NamedThing[]> {
  const before = featuredIn(readStoredSettings(await readStoredSite(db)));
  return named.filter(({ to, id }) => !before.some((thing) => thing.to === to && thing.id === id));
}

function featuredIn({ featured = [] }: Partial<SiteSettings>): Pick<NamedThing, 'to' | 'id'>[] {
  return featured.map(featuredEntry).map(({ kind, id }) => ({ to: kind, id }));
}

function findProblems(typed: unknown, issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  const lists = siteForm.map(({ name }) => [name, valueAt(typed, name.split('.'))]);
  const fields: Record<string, unknown> = Object.fromEntries(lists);
  const ofLists = [...findTooMany(siteForm, fields), ...findRepeated(siteForm, fields)];
  const reported = new Set(ofLists.map(({ field }) => field.replace(/\.\d+$/, '')));
  const problems = issues.map(({ path }): FieldProblem => {
    const value = valueAt(typed, path);
    const control = findControlCharacter(value);
    const code = (value ?? '') === '' ? 'missing' : 'wrong';
    return { field: path.join('.'), code, ...(control && { control }) };
  });
  return [...ofLists, ...problems.filter(({ field }) => !reported.has(field))];
}

/** Things that the settings name, even if the rest of them cannot be read. */
function findNamed(typed: unknown): NamedThing[] {
  const featured = valueAt(typed, ['featured']);
  const ids = (Array.isArray(featured) ? featured : []).flatMap((_, row): NamedThing[] =>
    Array.from(featuredKinds, ([word, to]) => ({
      to,
      id: typedAt(featured, [row, word]),
      field: `featured.${row}.id`,
    })),
  );
  const logo: NamedThing = { to: 'media', id: typedAt(typed, ['logo']), field: 'logo' };
  return [...ids, logo].filter(({ id }) => id !== '');
}

/** Checks that the logo is stored, and orders its icons, which are made in the background. */
async function takeLogo(trx: Transaction<Schema>, logo: string | undefined): Promise<void> {
  if (logo === undefined) return;
  const picture = await trx
    .selectFrom('media')
    .select('file')
    .where('path', '=', logo)
    .where('content_type', 'like', 'image/%')
    .executeTakeFirst();
  if (!picture) return refuse([{ field: 'logo', code: 'unknown', typed: logo }]);
  const before = readStoredSettings(await readStoredSite(trx));
  if (before.logo !== logo) await askForFiles(trx, picture.file);
}
