import type { ReactNode } from 'react';
import { kinds } from '#shared/kinds/kinds.ts';
import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { Notice, type NoticeText } from '../notice.tsx';

export const listStates = ['all', 'draft', 'scheduled', 'published', 'changed', 'archived'] as const;
export type ListState = (typeof listStates)[number];

export interface ListedEntry {
  key: string;
  id: string;
  title: string;
  state: 'draft' | 'published' | 'archived';
  version: number;
  changedAt: string;
  hasDraft: boolean;
  /** When visitors will see it, in ISO 8601; null when that is not in the future. */
  dueAt: string | null;
  /** Times of a planned change and of a planned end. */
  changeAt?: string | null;
  endAt?: string | null;
}

export interface ListPageProps {
  kind: Kind;
  search: string;
  state: ListState;
  /** Start of the next page; null on the last. */
  next: string | null;
  notice: NoticeText | null;
  /** Other filters of the list, as in its address. */
  filter?: Readonly<Record<string, string>>;
  /** Fields of the search form beside the words. */
  filterFields?: ReactNode;
  searchLabel?: string;
  /** Further ways to go on, beside the invitation. */
  actions?: ReactNode;
  /** The rows; left out: there are none. */
  children?: ReactNode;
}

export function ListPage({ kind, search, state, next, notice, ...more }: ListPageProps) {
  const { filter = {}, filterFields, searchLabel = editTexts.list.search, actions, children } = more;
  const href = useEditHref();
  const path = editPaths.list(kind);
  const address = (changed: Partial<ListAddress>, more: Record<string, string> = {}) => {
    const text = listQuery({ search, state, filter, ...changed }, more);
    return href(path) + (text && `?${text}`);
  };
  const { shown } = kinds[kind];
  const states =
    shown === 'always' ? [] : listStates.filter((each) => shown === 'dated' || each !== 'scheduled');
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="page-title me-auto">{kindPages[kind].label}</h1>
        {actions}
        <a href={href(`${path}/_new`)} className="button-primary">
          {kinds[kind].invitation}
        </a>
      </header>
      {notice && <Notice {...notice} />}
      <form action={href(path)} className="flex flex-wrap gap-2" role="search">
        {state !== 'all' && <input type="hidden" name="state" value={state} />}
        <input
          type="search"
          name="q"
          className="field max-w-[24em]"
          defaultValue={search}
          aria-label={searchLabel}
          placeholder={searchLabel}
        />
        {filterFields}
        <button className="button">{editTexts.list.find}</button>
      </form>
      {states.length > 0 && (
        <nav aria-label={editTexts.list.stateFilter} className="chips">
          {states.map((each) => (
            <a key={each} href={address({ state: each })} aria-current={each === state ? 'page' : undefined}>
              {editTexts.list.states[each]}
            </a>
          ))}
        </nav>
      )}
      {children ?? <p>{next === null ? editTexts.list.empty : editTexts.list.emptySoFar}</p>}
      {next !== null && (
        <p>
          <a href={address({}, { after: next })} className="button">
            {editTexts.list.next}
          </a>
        </p>
      )}
    </>
  );
}

interface ListAddress extends Pick<ListPageProps, 'search' | 'state'> {
  filter: Readonly<Record<string, string>>;
}

/** Query of a list's address; empty for the plain list. */
export function listQuery({ search, state, filter }: ListAddress, more: Record<string, string> = {}): string {
  const all = { ...(search && { q: search }), ...(state !== 'all' && { state }), ...filter, ...more };
  return new URLSearchParams(all).toString();
}
