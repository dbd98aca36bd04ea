import type { ReactNode } from 'react';
import { kinds } from '#shared/kinds/kinds.ts';
import { isKind, kindNames, kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { editPaths, type AutosavePlace } from '#shared/editing/edit-paths.ts';
import type { ChangeItem } from '#shared/editing/lists/change-item.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { libraryTexts } from '#shared/locale/editors/library-texts.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { useEdit, useEditHref } from '../edit-context.ts';
import { Notice, type NoticeText } from '../notice.tsx';
import { EntryState } from '../entry-state.tsx';
import { WaitingList, type WaitingDraft } from '../plan/waiting-list.tsx';
import { PlanList, planNote, type PlanOfEntry } from '../plan/plan-list.tsx';
import { PreviewForm } from '../preview-form.tsx';
import type { ListedEntry } from './list-page.tsx';

const texts = deskTexts.home;

type ListedDraft = ListedEntry & {
  kind: string;
  savedBy: string;
  savedAt: string;
  handedInAt: string | null;
  returnedAt: string | null;
};

export interface HomePageProps {
  own: readonly ListedDraft[];
  others: readonly ListedDraft[];
  /** Drafts that authors have handed in. */
  waiting: readonly WaitingDraft[];
  /** Number of them that are shown. */
  maxWaiting: number;
  plans: readonly PlanOfEntry[];
  /** Typed texts of the editor that are not stored. */
  autosaves: readonly (AutosavePlace & { kind: Kind; title: string; savedAt: string })[];
  coming: readonly { kind: Kind; id: string; title: string; dueAt: string }[];
  changes: readonly ChangeItem[];
  notice: NoticeText | null;
}

/** Drafts, coming publications, and the last changes. */
export function HomePage({
  own,
  others,
  waiting,
  maxWaiting,
  plans,
  coming,
  changes,
  ...props
}: HomePageProps) {
  const { autosaves, notice } = props;
  const href = useEditHref();
  const { editor } = useEdit();
  const isAuthor = editor.role === 'author';
  return (
    <>
      <h1 className="page-title">{editTexts.home}</h1>
      {notice && <Notice {...notice} />}
      <p className="flex flex-wrap gap-2">
        {kindNames.map((kind) => (
          <a key={kind} href={href(`${editPaths.list(kind)}/_new`)} className="button">
            {kinds[kind].invitation}
          </a>
        ))}
      </p>
      <div className="status-parts">
        <WaitingList {...{ waiting, maxWaiting }} />
        {autosaves.length > 0 && (
          <Part id="autosaves" title={texts.autosaves}>
            {autosaves.map(({ kind, title, savedAt, ...place }) => (
              <li key={`${place.entryKey} ${place.tab}`}>
                <a href={href(editPaths.autosave(kind, place))}>{title || editTexts.list.untitled}</a>
                <span className="edit-meta">{kindPages[kind].label}</span>
                <span className="edit-meta">{texts.saved(formatDateTime(savedAt) ?? '')}</span>
              </li>
            ))}
          </Part>
        )}
        <Part id="own" title={texts.own} empty={texts.noOwn}>
          {own.map((draft) => (
            <DraftRow key={draft.key} draft={draft} by={texts.saved(formatDateTime(draft.savedAt) ?? '')} />
          ))}
        </Part>
        <PlanList plans={plans} />
        {coming.length > 0 && (
          <Part id="coming" title={texts.coming}>
            {coming.map(({ kind, id, title, dueAt }) => (
              <li key={`${kind}/${id}`}>
                <a href={href(editPaths.entry(kind, id))}>{title || editTexts.list.untitled}</a>
                <span className="edit-meta">{kindPages[kind].label}</span>
                <span className="edit-meta">{texts.due(formatDateTime(dueAt) ?? '')}</span>
              </li>
            ))}
          </Part>
        )}
        {others.length > 0 && (
          <Part id="others" title={texts.others}>
            {others.map((draft) => (
              <DraftRow
                key={draft.key}
                draft={draft}
                by={editTexts.work.savedBy(draft.savedBy, formatDateTime(draft.savedAt) ?? '')}
              />
            ))}
          </Part>
        )}
        {!isAuthor && (
          <Part id="changes" title={texts.changes} empty={texts.noChanges}>
            {changes.map((change) => (
              <ChangeRow key={change.seq} change={change} />
            ))}
          </Part>
        )}
      </div>
      {!isAuthor && <SiteDoors />}
    </>
  );
}

/** Ways to what is not one entry. */
function SiteDoors() {
  const href = useEditHref();
  return (
    <>
      <section aria-labelledby="preview" className="edit-column grid gap-4">
        <h2 id="preview" className="section-title">
          {previewTexts.wholeSite}
        </h2>
        <p>{previewTexts.wholeSiteText}</p>
        <PreviewForm action={href(editPaths.previewAt('all'))} at="" />
      </section>
      <p className="flex flex-wrap gap-x-6">
        <a href={href(editPaths.tags)} className="row-link text-primary">
          {deskTexts.tags.title}
        </a>
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

interface PartProps {
  id: string;
  title: string;
  /** In place of rows, where there are none. */
  empty?: string;
  children: readonly ReactNode[];
}

function Part({ id, title, empty, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {children.length === 0 ? <p>{empty}</p> : <ul className="edit-list desk-list">{children}</ul>}
    </section>
  );
}

function DraftRow({ draft, by }: { draft: ListedDraft; by: string }) {
  const href = useEditHref();
  return (
    <li>
      <a href={href(pathOf(draft.kind, draft.id))}>
        {draft.title || (isKind(draft.kind) ? editTexts.list.untitled : labelOf(draft.kind))}
      </a>
      <EntryState entry={draft} />
      {draft.handedInAt !== null && (
        <span className="edit-state" data-state={draft.returnedAt === null ? 'published' : 'changed'}>
          {draft.returnedAt === null ? deskTexts.handIn.state : deskTexts.handIn.stateReturned}
        </span>
      )}
      <span className="edit-meta">{labelOf(draft.kind)}</span>
      <span className="edit-meta">{by}</span>
    </li>
  );
}

function ChangeRow({ change }: { change: ChangeItem }) {
  const href = useEditHref();
  const { at, name, kind, id, title, place } = change;
  const path = isKind(kind) && id !== '' ? pathOfPlace(change) : pathOf(kind, id);
  const isList = isKind(kind) ? id === '' : kind === 'site';
  const shown = title || (isList ? labelOf(kind) : id);
  return (
    <li>
      {path === null ? <span className="edit-name">{shown}</span> : <a href={href(path)}>{shown}</a>}
      {id !== '' && isKind(kind) && <span className="edit-meta">{labelOf(kind)}</span>}
      <span>{happened(change)}</span>
      {place === 'trash' && <span className="edit-meta">{texts.inTrash}</span>}
      <span className="edit-meta">
        {editTexts.work.savedBy(name || editTexts.anImport, formatDateTime(at) ?? '')}
      </span>
    </li>
  );
}

/** Present page of the entry of a change; null when it has none. */
function pathOfPlace({ kind, id, place }: ChangeItem): string | null {
  if (place === 'trash') return editPaths.trash;
  return place === 'entry' ? pathOf(kind, id) : null;
}

function pathOf(kind: string, id: string): string {
  if (kind === 'redirect') return editPaths.redirects;
  // It may be deleted by now.
  if (kind === 'media') return `${editPaths.media}?${new URLSearchParams({ q: id })}`;
  if (kind === 'tag') return editPaths.tags;
  if (!isKind(kind)) return editPaths.site;
  return id === '' ? editPaths.list(kind) : editPaths.entry(kind, id);
}

function labelOf(kind: string): string {
  if (kind === 'redirect') return editTexts.redirectsPage.title;
  if (kind === 'tag') return deskTexts.tags.title;
  return isKind(kind) ? kindPages[kind].label : editTexts.site;
}

function happened({ kind, event, detail, at, count }: ChangeItem): string {
  if (kind === 'site') return editTexts.siteChanged;
  if (kind === 'media') return ownValue<string>(libraryTexts.events, event) ?? event;
  if (event === 'change-many') return tableTexts.many.happened(Number(detail));
  if (count > 1) return texts.many(count, eventText(event));
  return eventText(event) + planNote({ event, detail, at });
}

export function eventText(event: string): string {
  return ownValue<string>(editTexts.events, event) ?? event;
}
