import '#shared/locale/visitors/account-texts.ts';
import type { AccountForm } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { useFormProblem } from '../context/use-form-problem.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { FormProblemText } from '../site/form-problem-text.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ChangePassword } from './account/change-password.tsx';
import { DeleteAccount } from './account/delete-account.tsx';
import { Sessions } from './account/sessions.tsx';
import { SignInWays } from './account/sign-in-ways.tsx';

export function AccountPage() {
  const t = useText();
  const href = useHref();
  const account = usePayload('account');
  const problem = useFormProblem();
  const { name, email, role, notice } = account;
  const problemOf = (form: AccountForm) => (problem?.form === form ? problem : undefined);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('account.title')} description={t('account.title')} canonicalPath={null} />
      <h1 className="page-title">{name}</h1>
      <p className="mt-2 text-soft">
        {email}
        <span aria-hidden="true" className="mx-2">
          ·
        </span>
        {role === 'author' ? t('reading.author') : t(`account.roles.${role}`)}
      </p>
      <div role="status">
        {notice && !problem && (
          <p className="mt-6 rounded-md bg-muted px-4 py-3 text-strong">{t(`account.notices.${notice}`)}</p>
        )}
      </div>
      {problem && problem.form === undefined && (
        <div className="mt-6">
          <FormProblemText id="account-problem" problem={problem} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={href(paths.saved)} className="button-primary">
          {t('account.saved')}
        </a>
        {role !== 'reader' && (
          <a href={href(paths.edit)} data-reload="" rel="nofollow" className="button">
            {t('account.edit')}
          </a>
        )}
        <form action={href(paths.account)} method="post" data-in-page="">
          <button name="do" value="sign-out" className="button">
            {t('account.signOut')}
          </button>
        </form>
      </div>
      <SignInWays account={account} />
      {account.hasPassword && <ChangePassword email={email} problem={problemOf('change-password')} />}
      <Sessions sessions={account.sessions} />
      <DeleteAccount email={email} hasPassword={account.hasPassword} problem={problemOf('delete')} />
    </div>
  );
}
