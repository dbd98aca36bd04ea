import type { FormProblem } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { FormProblemText } from '#client/site/form-problem-text.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { UsernameHint } from '#client/ui/username-hint.tsx';
import { AccountSection } from './account-section.tsx';

export function ChangePassword({ email, problem }: { email: string; problem: FormProblem | undefined }) {
  const t = useText();
  const href = useHref();
  const labels = { show: t('login.showPassword'), hide: t('login.hidePassword') };
  return (
    <AccountSection id="change-password" title={t('account.changePassword')}>
      <form action={href(paths.account)} method="post" data-in-page="" className="mt-4 max-w-md fields">
        <FormProblemText id="change-problem" problem={problem} />
        <UsernameHint username={email} />
        <PasswordField
          label={t('account.currentPassword')}
          name="password"
          autoComplete="current-password"
          labels={labels}
          describedBy="change-problem"
          isInvalid={problem?.code === 'wrong-password'}
        />
        <PasswordField
          label={t('account.newPassword')}
          name="new-password"
          autoComplete="new-password"
          labels={labels}
          minLength={8}
          describedBy="password-rule change-problem"
          isInvalid={problem?.code.startsWith('too-') ?? false}
        />
        <p id="password-rule" className="text-sm text-soft">
          {t('account.passwordRule')}
        </p>
        <button name="do" value="change-password" className="button">
          {t('account.changePassword')}
        </button>
      </form>
    </AccountSection>
  );
}
