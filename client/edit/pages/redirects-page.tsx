import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEdit, useEditHref } from '../edit-context.ts';
import { OldAddressChoice } from '../form/old-address-choice.tsx';
import { Notice, type NoticeText } from '../notice.tsx';
import { PostForm } from '../form/post-form.tsx';
import { LeaveLink } from '../leave-link.tsx';

const texts = editTexts.redirectsPage;

export interface ListedRedirect {
  /** Site path in its one spelling. */
  from: string;
  /** Target in words; a site path when visitors are redirected. */
  target: string;
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** Typed redirect that could not be saved. */
export interface TypedRedirect {
  from: string;
  to: string;
  isGone: boolean;
  problem: string;
  asksToReplace: boolean;
}

export interface RedirectsPageProps {
  redirects: readonly ListedRedirect[];
  beginning: string;
  isFirst: boolean;
  /** The address after which the next list begins. */
  next: string | null;
  notice: NoticeText | null;
  typed: TypedRedirect | null;
  /** Mark of the empty form. */
  mark: string;
}

export function RedirectsPage(props: RedirectsPageProps) {
  const { editor } = useEdit();
  const { redirects, beginning, isFirst, next, notice, typed, mark } = props;
  const listPath = (after: string) =>
    `${editPaths.redirects}?${new URLSearchParams({ q: beginning, after })}`;
  return (
    <>
      <h1 className="page-title">{texts.title}</h1>
      {notice && <Notice {...notice} />}
      {typed && <Notice kind="problem" text={typed.problem} />}
      <p className="edit-column">{texts.text}</p>
      {editor.role === 'admin' && <AddForm typed={typed} mark={mark} />}
      {(redirects.length > 0 || beginning !== '' || !isFirst) && <SearchForm beginning={beginning} />}
      {redirects.length === 0 ? (
        <p>{beginning === '' ? texts.empty : texts.noneFound(beginning)}</p>
      ) : (
        <ul className="edit-list">
          {redirects.map((redirect) => (
            <RedirectItem key={redirect.from} {...redirect} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-4">
        {!isFirst && (
          <LeaveLink to={listPath('')} className="row-link text-primary">
            {texts.first}
          </LeaveLink>
        )}
        {next !== null && (
          <LeaveLink to={listPath(next)} className="row-link text-primary">
            {texts.next}
          </LeaveLink>
        )}
      </p>
    </>
  );
}

function SearchForm({ beginning }: { beginning: string }) {
  const href = useEditHref();
  return (
    <form action={href(editPaths.redirects)} className="edit-column flex flex-wrap items-end gap-2">
      <div className="edit-field flex-1">
        <label htmlFor="q">{texts.searchLabel}</label>
        <input id="q" name="q" type="search" className="field" defaultValue={beginning} autoComplete="off" />
      </div>
      <button className="button">{texts.search}</button>
    </form>
  );
}

function RedirectItem({ from, target, by, at }: ListedRedirect) {
  const href = useEditHref();
  const { editor } = useEdit();
  return (
    <li>
      <span className="flex-[1_1_14em] wrap-anywhere">
        <span className="text-strong">{readable(from)}</span> → {readable(target)}
      </span>
      <span className="edit-meta">{texts.by(by, formatDateTime(at) ?? '')}</span>
      {editor.role === 'admin' && (
        <PostForm action={href(editPaths.redirects)}>
          <input type="hidden" name="from" value={from} />
          <button name="do" value="remove" className="button" aria-label={texts.removeLabel(readable(from))}>
            {texts.remove}
          </button>
        </PostForm>
      )}
    </li>
  );
}

function AddForm({ typed, mark }: Pick<RedirectsPageProps, 'typed' | 'mark'>) {
  const href = useEditHref();
  return (
    <details open={typed !== null} className="edit-column">
      <summary className="row-link text-primary">{texts.addTitle}</summary>
      <PostForm main={{ does: 'add', mark }} action={href(editPaths.redirects)} className="grid gap-4">
        <div className="edit-field">
          <label htmlFor="f-from">{texts.from}</label>
          <input
            id="f-from"
            name="from"
            className="field"
            defaultValue={typed?.from}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            aria-describedby="from-rule"
          />
          <p id="from-rule" className="field-rule">
            {texts.fromRule}
          </p>
        </div>
        <OldAddressChoice
          legend={texts.target}
          first="leads"
          isGone={typed?.isGone ?? false}
          to={typed?.to}
        />
        {typed?.asksToReplace && (
          <label className="row-link">
            <input type="checkbox" name="replace" value="on" />
            {texts.replace}
          </label>
        )}
        <p>
          <button name="do" value="add" className="button-primary">
            {texts.add}
          </button>
        </p>
      </PostForm>
    </details>
  );
}

/** Chinese instead of percent signs, where they can be read. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
