import { roles } from '#shared/accounts.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { accountStates, type AccountFilter, type AccountPage } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { AccountState } from '#client/edit/staff/account-state.tsx';
import { ChoiceField } from '#client/edit/staff/choice-field.tsx';

interface AccountListPageProps {
  filter: AccountFilter;
  page: AccountPage;
}

export function AccountListPage({ filter, page }: AccountListPageProps) {
  const href = useEditHref();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="page-title">{staffTexts.title}</h1>
        <a href={href(editPaths.newAccount)} className="button-primary">
          {staffTexts.create}
        </a>
      </div>
      <SearchForm filter={filter} />
      {page.accounts.length === 0 ? (
        <p>{staffTexts.none}</p>
      ) : (
        <ul className="edit-list" aria-label={staffTexts.list}>
          {page.accounts.map(({ id, email, name, role, disabledAt, isWaiting }) => (
            <li key={id}>
              <a href={href(editPaths.account(id))}>{name}</a>
              <span className="edit-meta account-address">{email}</span>
              <span className="edit-meta">{staffTexts.roles[role]}</span>
              <AccountState isDisabled={disabledAt !== null} isWaiting={isWaiting} />
            </li>
          ))}
        </ul>
      )}
      <PageLinks filter={filter} page={page} />
    </>
  );
}

function SearchForm({ filter: { q, role, state } }: { filter: AccountFilter }) {
  const href = useEditHref();
  return (
    <form action={href(editPaths.accounts)} role="search" className="edit-search">
      <div className="edit-field">
        <label htmlFor="q">{staffTexts.searchLabel}</label>
        <input id="q" name="q" type="search" defaultValue={q} autoCapitalize="none" className="field" />
      </div>
      <ChoiceField
        name="role"
        label={staffTexts.role}
        value={role}
        choices={roles.map((one) => [one, staffTexts.roles[one]])}
      />
      <ChoiceField
        name="state"
        label={staffTexts.state}
        value={state}
        choices={accountStates.map((one) => [one, staffTexts.states[one]])}
      />
      <button className="button">{staffTexts.search}</button>
    </form>
  );
}

function PageLinks({ filter, page: { accounts, hasPrevious, hasNext } }: AccountListPageProps) {
  const href = useEditHref();
  const [first, last] = [accounts[0], accounts.at(-1)];
  const previous = hasPrevious && first ? addressOf(filter, 'before', first.id) : null;
  const next = hasNext && last ? addressOf(filter, 'after', last.id) : null;
  if (previous === null && next === null) return null;
  return (
    <nav aria-label={staffTexts.pages} className="pages">
      {previous !== null && (
        <a href={href(previous)} rel="prev">
          {staffTexts.previous}
        </a>
      )}
      {next !== null && (
        <a href={href(next)} rel="next">
          {staffTexts.next}
        </a>
      )}
    </nav>
  );
}

/** By the id of an account, not by its address: that would stand in the log. */
function addressOf({ q, role, state }: AccountFilter, side: 'before' | 'after', id: string): string {
  const given = { q, role: role ?? '', state: state ?? '', [side]: id };
  return `${editPaths.accounts}?${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))}`;
}
