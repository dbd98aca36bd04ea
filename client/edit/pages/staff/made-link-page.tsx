import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';

export interface MadeLinkPageProps {
  account: { id: string; name: string; email: string };
  /** The whole address, with its secret. */
  link: string;
  endsAt: string;
}

/** Shows a link to the admin who made it. It is shown by no other page. */
export function MadeLinkPage({ account, link, endsAt }: MadeLinkPageProps) {
  const href = useEditHref();
  return (
    <div className="edit-column">
      <h1 className="page-title">{staffTexts.madeTitle}</h1>
      <p className="mt-2 edit-meta account-address">{account.email}</p>
      <p className="mt-6">{staffTexts.madeText(account.name)}</p>
      <div className="mt-6 edit-field">
        <label htmlFor="link">{staffTexts.madeLink}</label>
        <textarea
          id="link"
          readOnly
          rows={3}
          spellCheck={false}
          autoComplete="off"
          defaultValue={link}
          aria-describedby="link-until"
          className="field account-address"
        />
        <p id="link-until" className="field-rule">
          {staffTexts.madeUntil(formatDateTime(endsAt) ?? endsAt)}
        </p>
      </div>
      <p className="mt-6 edit-notice">{staffTexts.madeOnce}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={href(editPaths.account(account.id))} className="button">
          {staffTexts.toAccount}
        </a>
        <a href={href(editPaths.accounts)} className="button">
          {staffTexts.back}
        </a>
      </div>
    </div>
  );
}
