import { kinds } from '#shared/kinds/kinds.ts';
import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { EntryState } from '../entry-state.tsx';
import { Notice, type NoticeText } from '../notice.tsx';

export const listStates = ['all', 'draft', 'scheduled', 'published', 'changed', 'archived'] as const;
export type ListState = (typeof listStates)[number];

export interface ListedEntry {
  key: string;
  id: string;
  title: string;
  state: 'draft' | 'published' | 'archived';
  changedAt: string;
  hasDraft: boolean;
  /** When visitors will see it, in ISO 8601; null when that is not in the future. */
  dueAt: string | null;
}

export interface ListPageProps {
  kind: Kind;
  search: string;
  state: ListState;
  items: readonly ListedEntry[];
  /** Numbers of products, by id. */
  numbers: ReadonlyMap<string, string>;
  /** Start of the next page; null on the last. */
  next: string | null;
  notice: NoticeText | null;
}

export function ListPage({ kind, search, state, items, numbers, next, notice }: ListPageProps) {
  const href = useEditHref();
  const path = editPaths.list(kind);
  const query = (more: Record<string, string>) => {
    const all = { ...(search && { q: search }), ...(state !== 'all' && { state }), ...more };
    const text = new URLSearchParams(all).toString();
    return href(path) + (text && `?${text}`);
  };
  const searchLabel = kind === 'products' ? editTexts.list.searchProducts : editTexts.list.search;
  const { shown } = kinds[kind];
  const states =
    shown === 'always' ? [] : listStates.filter((each) => shown === 'dated' || each !== 'scheduled');
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="page-title me-auto">{kindPages[kind].label}</h1>
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
        <button className="button">{editTexts.list.find}</button>
      </form>
      {states.length > 0 && (
        <nav aria-label={editTexts.list.stateFilter} className="chips">
          {states.map((each) => (
            <a
              key={each}
              href={href(path) + stateQuery(each, search)}
              aria-current={each === state ? 'page' : undefined}
            >
              {editTexts.list.states[each]}
            </a>
          ))}
        </nav>
      )}
      {items.length === 0 ? (
        <p>{next === null ? editTexts.list.empty : editTexts.list.emptySoFar}</p>
      ) : (
        <ul className="edit-list">
          {items.map((item) => (
            <li key={item.key}>
              <a href={href(editPaths.entry(kind, item.id))}>{item.title || editTexts.list.untitled}</a>
              <EntryState state={item.state} hasDraft={item.hasDraft} dueAt={item.dueAt} />
              {numbers.has(item.id) && (
                <span className="edit-meta">{editTexts.list.number(numbers.get(item.id) ?? '')}</span>
              )}
              <span className="edit-meta">
                {editTexts.list.changedAt(formatDateTime(item.changedAt) ?? '')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <p>
          <a href={query({ after: next })} className="button">
            {editTexts.list.next}
          </a>
        </p>
      )}
    </>
  );
}

function stateQuery(state: ListState, search: string): string {
  const text = new URLSearchParams({
    ...(search && { q: search }),
    ...(state !== 'all' && { state }),
  }).toString();
  return text && `?${text}`;
}
