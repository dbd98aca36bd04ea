import type { Kysely } from 'kysely';
import type { SiteSettings } from '#shared/kinds/site.ts';
import { findLive, toYaml } from '#server/content/entries/documents.ts';
import { hashOf } from '#server/content/entries/entry-document.ts';
import { readStoredSite, settingsIn, storedSettings } from '#server/content/site-settings.ts';
import { addRevision } from '#server/content/history/revisions.ts';
import type { Schema } from '#server/db/schema.ts';
import { changeEntry, leaveAsItIs, type ChangeResult, type EditTools } from '../entries/change-entry.ts';
import { checkSite, endDraft, type SaveSite } from './save-site.ts';

/** Settings that were previewed, and that visitors do not see yet. */
export interface SiteDraft {
  settings: SiteSettings;
  savedBy: string;
  savedAt: string;
  /** Whether an import, or another writer, has changed the site's own since the draft began. */
  isOutdated: boolean;
}

/** Null: there are none but the site's own. */
export async function findSiteDraft(db: Kysely<Schema>): Promise<SiteDraft | null> {
  const draft = await db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['drafts.document', 'drafts.account_name as savedBy', 'drafts.saved_at as savedAt'])
    .select(['entries.kind', 'entries.id', 'drafts.base_hash'])
    .where('entries.kind', '=', 'site')
    .where('entries.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!draft) return null;
  const { document, savedBy, savedAt, base_hash: base, ...entry } = draft;
  const live = await findLive(db, entry);
  const isOutdated = base !== null && live !== null && base !== hashOf(live);
  return { savedBy, savedAt, settings: settingsIn(document), isOutdated };
}

/** Keeps settings as a draft, when everything about them is right: a preview shows no others. */
export async function saveSiteDraft(tools: EditTools, change: SaveSite): Promise<ChangeResult> {
  const { editor, key, version } = change;
  const checked = await checkSite(tools.db.read, change);
  if ('problems' in checked) return { kind: 'invalid', problems: checked.problems };
  const document = toYaml(checked.settings);
  const saved = { editor, action: 'change-site', key, version, document } as const;
  return changeEntry(tools, saved, async (trx, entry) => {
    const present = await trx
      .selectFrom('drafts')
      .select('document')
      .where('entry_key', '=', key)
      .executeTakeFirst();
    if (present?.document === document) leaveAsItIs(entry);
    const at = tools.clock.nowIso();
    const live = await findLive(trx, entry);
    const values = { document, account_id: editor.accountId, account_name: editor.name, saved_at: at };
    await trx
      .insertInto('drafts')
      .values({ entry_key: key, base_hash: live === null ? null : hashOf(live), ...values })
      .onConflict((oc) => oc.column('entry_key').doUpdateSet(values))
      .execute();
    await addRevision(trx, { entry, version: entry.version, action: 'save', document, by: editor, at });
  });
}

/** Throws away what its sender may change of the draft; it stays a revision. */
export function discardSiteDraft(
  tools: EditTools,
  { key, ...change }: Pick<SaveSite, 'editor' | 'key' | 'version'>,
): Promise<ChangeResult> {
  return changeEntry(tools, { ...change, key, action: 'change-site' }, async (trx, entry) => {
    const settings = storedSettings(await readStoredSite(trx), '');
    await endDraft(trx, { entry, editor: change.editor, settings });
  });
}
