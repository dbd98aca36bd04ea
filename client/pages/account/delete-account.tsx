import type { FormProblem } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { FormProblemText } from '#client/site/form-problem-text.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { UsernameHint } from '#client/ui/username-hint.tsx';
import { AccountSection } from './account-section.tsx';

interface DeleteAccountProps {
  email: string;
  hasPassword: boolean;
  problem: FormProblem | undefined;
}

export function DeleteAccount({ email, hasPassword, problem }: DeleteAccountProps) {
  const t = useText();
  const href = useHref();
  return (
    <AccountSection id="delete" title={t('account.remove')}>
      <p className="mt-3 text-body">{t('account.removeText')}</p>
      <details open={problem !== undefined} className="mt-2">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-error">
          {t('account.remove')}
        </summary>
        <form action={href(paths.account)} method="post" data-in-page="" className="mt-2 max-w-md fields">
          <FormProblemText id="delete-problem" problem={problem} />
          {hasPassword ? (
            <>
              <UsernameHint username={email} />
              <PasswordField
                label={t('account.removeConfirmPassword')}
                name="password"
                autoComplete="current-password"
                labels={{ show: t('login.showPassword'), hide: t('login.hidePassword') }}
                describedBy="delete-problem"
                isInvalid={problem !== undefined}
              />
            </>
          ) : (
            <TextField
              id="delete-email"
              name="email"
              type="email"
              label={t('account.removeConfirmEmail')}
              autoComplete="off"
              describedBy="delete-problem"
              isInvalid={problem !== undefined}
            />
          )}
          <button name="do" value="delete" className="button text-error">
            {t('account.remove')}
          </button>
        </form>
      </details>
    </AccountSection>
  );
}
