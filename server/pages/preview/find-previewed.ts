import { isKind } from '#shared/kinds/kind-names.ts';
import type { SiteSettings } from '#shared/kinds/site.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { findDraft, listDrafts, type Draft } from '#server/features/editing/entries/drafts.ts';
import type { DraftParser } from '#server/features/editing/entries/parse-draft.ts';
import { findSiteDraft } from '#server/features/editing/site/site-draft.ts';
import { sortDrafts, type SortedDrafts } from '#server/features/editing/entries/ready-drafts.ts';

/** Drafts that a preview shows, which visitors do not see yet. */
export interface Previewed extends SortedDrafts {
  /** Entry of the draft, if it has one; null: all drafts are shown. */
  entry: Pick<Draft, 'kind' | 'id' | 'title'> | null;
  /** Settings of the site that are a draft; null: its own are shown. */
  site: SiteSettings | null;
  /** Whether it is a preview of these settings alone. */
  isOfSite: boolean;
}

/**
 * Resolves to null when there is no such entry, or it is in the trash. A null key means all drafts.
 */
export async function findPreviewed(
  db: Kysely<Schema>,
  entryKey: string | null,
  parse: DraftParser,
): Promise<Previewed | null> {
  if (entryKey === null) {
    const site = (await findSiteDraft(db))?.settings ?? null;
    return { entry: null, site, isOfSite: false, ...(await sortDrafts(db, await listDrafts(db), parse)) };
  }
  const entry = await db
    .selectFrom('entries')
    .select(['kind', 'id', 'title'])
    .where('key', '=', entryKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (entry?.kind === 'site') return previewOfSite(db);
  if (!entry || !isKind(entry.kind)) return null;
  const draft = await findDraft(db, entryKey);
  return {
    ...{ entry: { ...entry, kind: entry.kind }, site: null, isOfSite: false },
    ...(await sortDrafts(db, draft ? [draft] : [], parse)),
  };
}

async function previewOfSite(db: Kysely<Schema>): Promise<Previewed | null> {
  const draft = await findSiteDraft(db);
  return draft && { entry: null, site: draft.settings, isOfSite: true, ready: [], unready: [] };
}
