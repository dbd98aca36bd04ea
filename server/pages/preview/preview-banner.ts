import type { BannerLink, PreviewBannerProps } from '#client/edit/preview-banner.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';
import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { listPath, type Kind } from '#shared/kinds/kind-names.ts';
import { entryPath, paths, withBase } from '#shared/address/paths.ts';
import { maxProductsInTransaction } from '#server/facets/facets-in-transaction.ts';
import type { Draft } from '#server/features/editing/entries/drafts.ts';
import type { PlannedText } from '#server/features/editing/plans/planned-texts.ts';
import type { ReadyDraft, UnreadyDraft } from '#server/features/editing/entries/ready-drafts.ts';
import { maxPlans } from './find-previewed.ts';
import { describeMoment, typedMoment, type PreviewPlace } from './preview-place.ts';

type NamedEntry = Pick<Draft, 'kind' | 'id' | 'title'>;

interface Shown {
  place: PreviewPlace;
  /** Entry whose draft is shown; null: all are. */
  entry: NamedEntry | null;
  /** The settings of the site are shown. */
  isOfSite: boolean;
  /** Whether who looks may see the drafts of others. */
  seesAll: boolean;
  ready: readonly ReadyDraft[];
  /** Plans that are shown. */
  plans: readonly PlannedText[];
  leftOut: readonly UnreadyDraft[];
  /** Whether the filters of a list are left out, and plans of which there are too many. */
  lacks: { filters: boolean; plans: boolean };
}

/** Content of the banner under a page of the preview. */
export function describePreview(
  { place, entry, isOfSite, seesAll, ready, plans, leftOut, lacks }: Shown,
  siteBase: string,
): PreviewBannerProps {
  const inside = ({ path, label }: SiteLink) => ({ href: withBase(place.basePath, path), label });
  return {
    title: isOfSite ? previewTexts.draftOf(editTexts.site) : titleOf(entry, ready),
    moment: describeMoment(place),
    choose: {
      action: withBase(siteBase, editPaths.previewAt(place.entryKey ?? 'all')),
      at: typedMoment(place),
    },
    all: !seesAll || (entry === null && !isOfSite) ? null : withBase(siteBase, editPaths.previewAt('all')),
    back: isOfSite ? withBase(siteBase, editPaths.site) : backTo(entry, siteBase),
    note: [
      lacks.filters ? previewTexts.lacksFilters(maxProductsInTransaction) : '',
      lacks.plans ? previewTexts.lacksPlans(maxPlans) : '',
    ].join(''),
    links: (entry === null ? frontPage : linksOf(entry, ready)).map(inside),
    plans: plans.map((plan): BannerLink => ({
      href: backTo(plan, siteBase),
      label: previewTexts.planned(nameOf(plan), dueOf(plan)),
    })),
    leftOut: leftOut.map(({ draft }): BannerLink => ({
      href: backTo(draft, siteBase),
      label: nameOf(draft),
    })),
  };
}

function dueOf({ action, runAt }: PlannedText): string {
  return planTexts.due[action](formatDateTime(runAt) ?? '');
}

/** Address at which the entry is edited. */
export function backTo(entry: NamedEntry | null, siteBase: string): string {
  if (entry === null) return withBase(siteBase, editPaths.home);
  return withBase(siteBase, editPaths.entry(entry.kind, entry.id));
}

/** The title as lists of entries have it; before there is one, the id. */
export function nameOf({ id, title }: NamedEntry): string {
  return title || id;
}

function titleOf(entry: NamedEntry | null, ready: readonly ReadyDraft[]): string {
  if (entry === null) return previewTexts.allDrafts(ready.length);
  return ready.length === 0 ? previewTexts.noDraftOf(nameOf(entry)) : previewTexts.draftOf(nameOf(entry));
}

interface SiteLink {
  /** Without the base path. */
  path: string;
  label: string;
}

const frontPage: readonly SiteLink[] = [{ path: paths.home, label: previewTexts.frontPage }];

/** Its own page, and the pages that show it beside others. */
function linksOf({ kind, id }: NamedEntry, ready: readonly ReadyDraft[]): readonly SiteLink[] {
  const lists = listsOf[kind]?.(ready) ?? [{ path: listPath(kind), label: previewTexts.list }];
  return [
    { path: entryPath(kind, id), label: previewTexts.own },
    ...lists.flatMap(({ path, label }) => (path === null ? [] : { path, label })),
  ];
}

const listsOf: Partial<Record<Kind, (ready: readonly ReadyDraft[]) => SiteLink[]>> = {
  articles: (ready) => {
    const authorId = columnOf(ready, 'author_id');
    return [
      { path: paths.articles(), label: previewTexts.list },
      ...(authorId === null ? [] : [{ path: paths.author(authorId), label: previewTexts.author }]),
    ];
  },
  products: (ready) => [
    { path: paths.products({ category: columnOf(ready, 'category') }), label: previewTexts.list },
  ],
};

function columnOf([draft]: readonly ReadyDraft[], column: string): string | null {
  const value = draft?.parsed.entry.row[column];
  return typeof value === 'string' ? value : null;
}
