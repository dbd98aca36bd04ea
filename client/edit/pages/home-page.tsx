import { kinds } from '#shared/kinds/kinds.ts';
import { isKind, kindNames, kindPages } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { libraryTexts } from '#shared/locale/editors/library-texts.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { useEditHref } from '../edit-context.ts';
import { EntryState } from '../entry-state.tsx';
import { PlanList, planNote, type PlanOfEntry } from '../plan/plan-list.tsx';
import { PreviewForm } from '../preview-form.tsx';
import type { ListedEntry } from './list-page.tsx';

export interface HomePageProps {
  drafts: readonly (ListedEntry & { kind: string; savedBy: string; savedAt: string })[];
  plans: readonly PlanOfEntry[];
  events: readonly ListedEvent[];
}

interface ListedEvent {
  seq: number;
  at: string;
  event: string;
  name: string;
  kind: string;
  /** Empty for a change of many entries, whose number is the detail. */
  id: string;
  detail: string | null;
}

/** Current drafts and latest changes. */
export function HomePage({ drafts, plans, events }: HomePageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{editTexts.home}</h1>
      <p className="flex flex-wrap gap-2">
        {kindNames.map((kind) => (
          <a key={kind} href={href(`${editPaths.list(kind)}/_new`)} className="button">
            {kinds[kind].invitation}
          </a>
        ))}
      </p>
      <section aria-labelledby="drafts">
        <h2 id="drafts" className="section-title">
          {editTexts.work.title}
        </h2>
        {drafts.length === 0 ? (
          <p>{editTexts.work.empty}</p>
        ) : (
          <ul className="edit-list">
            {drafts.map((draft) => (
              <li key={draft.key}>
                <a href={href(pathOf(draft.kind, draft.id))}>{draft.title || editTexts.list.untitled}</a>
                <EntryState entry={draft} />
                <span className="edit-meta">
                  {editTexts.work.savedBy(draft.savedBy, formatDateTime(draft.savedAt) ?? '')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <PlanList plans={plans} />
      <section aria-labelledby="preview" className="edit-column grid gap-4">
        <h2 id="preview" className="section-title">
          {previewTexts.wholeSite}
        </h2>
        <p>{previewTexts.wholeSiteText}</p>
        <PreviewForm action={href(editPaths.previewAt('all'))} at="" />
      </section>
      <section aria-labelledby="events">
        <h2 id="events" className="section-title">
          {editTexts.work.lastChanges}
        </h2>
        {events.length === 0 ? (
          <p>{editTexts.work.noChanges}</p>
        ) : (
          <ul className="edit-list">
            {events.map((event) => (
              <li key={event.seq}>
                <a href={href(pathOf(event.kind, event.id))}>{eventLabel(event)}</a>
                <span>{happened(event)}</span>
                <span className="edit-meta">
                  {editTexts.work.savedBy(event.name || editTexts.anImport, formatDateTime(event.at) ?? '')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="flex flex-wrap gap-x-6">
        <a href={href(editPaths.trash)} className="row-link text-primary">
          {editTexts.trash}
        </a>
        <a href={href(editPaths.redirects)} className="row-link text-primary">
          {editTexts.redirectsPage.title}
        </a>
      </p>
    </>
  );
}

function pathOf(kind: string, id: string): string {
  if (kind === 'redirect') return editPaths.redirects;
  // It may be deleted by now.
  if (kind === 'media') return `${editPaths.media}?${new URLSearchParams({ q: id })}`;
  if (!isKind(kind)) return editPaths.site;
  return id === '' ? editPaths.list(kind) : editPaths.entry(kind, id);
}

function eventLabel({ kind, id }: ListedEvent): string {
  if (kind === 'site') return editTexts.site;
  return id === '' && isKind(kind) ? kindPages[kind].label : id;
}

function happened({ kind, event, detail, at }: ListedEvent): string {
  if (kind === 'site') return editTexts.siteChanged;
  if (kind === 'media') return ownValue<string>(libraryTexts.events, event) ?? event;
  if (event === 'change-many') return tableTexts.many.happened(Number(detail));
  return eventText(event) + planNote({ event, detail, at });
}

export function eventText(event: string): string {
  return ownValue<string>(editTexts.events, event) ?? event;
}
