import { isKind } from '#shared/kinds/kind-names.ts';
import type { SiteSettings } from '#shared/kinds/site.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { findDraft, listDrafts, type Draft } from '#server/features/editing/entries/drafts.ts';
import type { DraftParser } from '#server/features/editing/entries/parse-draft.ts';
import { findSiteDraft } from '#server/features/editing/site/site-draft.ts';
import {
  sortDrafts,
  type ReadyDraft,
  type SortedDrafts,
} from '#server/features/editing/entries/ready-drafts.ts';
import { findPlannedUntil, type PlannedTexts } from '#server/features/editing/plans/planned-texts.ts';

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

interface PlansOfPreview {
  /** ISO 8601 in UTC; null: the moment of the request, of which all plans have been carried out. */
  moment: string | null;
  /** Account whose own plans are shown; null: those of all. */
  madeBy: string | null;
  drafts: readonly ReadyDraft[];
}

/**
 * Plans that the preview of a moment shows, and the drafts beside them. A draft that was saved after the plan of its
 * entry is shown in place of it; one that is the plan's own text is no second one.
 */
export async function findPlans(
  db: Kysely<Schema>,
  { moment, madeBy, drafts }: PlansOfPreview,
  parse: DraftParser,
): Promise<PlannedTexts & { drafts: readonly ReadyDraft[] }> {
  if (moment === null) return { plans: [], unready: [], isCut: false, drafts };
  const planned = await findPlannedUntil(db, { at: moment, madeBy, limit: maxPlans, parse });
  const documentOf = new Map(drafts.map(({ draft }) => [draft.key, draft.document]));
  const plans = planned.plans.filter(({ key, text }) => {
    const document = documentOf.get(key);
    return text === null || document === undefined || document === text.draft.document;
  });
  const changed = new Set(plans.flatMap(({ key, text }) => (text === null ? [] : [key])));
  return {
    ...{ plans, isCut: planned.isCut },
    unready: planned.unready.filter(({ draft }) => !documentOf.has(draft.key)),
    drafts: drafts.filter(({ draft }) => !changed.has(draft.key)),
  };
}

/** A text takes some 2 ms of the lock. */
export const maxPlans = 50;
