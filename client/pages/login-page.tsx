import google from 'icon:simple-icons/google';
import { useNavigation } from 'react-router';
import '#shared/locale/visitors/account-texts.ts';
import type { FormProblem } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { useFormProblem } from '../context/use-form-problem.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { FormProblemText } from '../site/form-problem-text.tsx';
import { PageHead } from '../site/page-head.tsx';
import { Icon } from '../ui/icon.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';

export function LoginPage() {
  const t = useText();
  const { notice, google: googleMode, next: nextInAddress } = usePayload('login');
  const problem = useFormProblem();
  // Without script the page with a problem has no query.
  const next = nextInAddress ?? problem?.next ?? null;
  const title = t('login.title');
  return (
    <div className="mx-auto max-w-md rounded-lg border border-line p-6 sm:p-10">
      <PageHead
        title={problem ? t('login.errorTitle', { title }) : title}
        description={t('login.description')}
        canonicalPath={next === null && notice === null && !problem ? paths.login : null}
      />
      <h1 className="page-title">{title}</h1>
      <p className="mt-2 text-body">{t('login.description')}</p>
      <div role="status" className="mt-4">
        {notice && !problem && (
          <p className="rounded-md bg-muted px-4 py-3 text-strong">{t(`login.notices.${notice}`)}</p>
        )}
      </div>
      <PasswordForm problem={problem} next={next} />
      {googleMode && <GoogleLink mode={googleMode} next={next} />}
      {googleMode !== 'anyone' && <p className="mt-6 text-sm text-soft">{t('login.noAccount')}</p>}
    </div>
  );
}

function PasswordForm({ problem, next }: { problem: FormProblem | undefined; next: string | null }) {
  const t = useText();
  const href = useHref();
  const isSubmitting = useNavigation().formMethod === 'POST';
  const isWrong = problem?.code === 'wrong-sign-in';
  return (
    <form action={href(paths.login)} method="post" data-in-page="" className="fields">
      <FormProblemText id="login-problem" problem={problem} />
      {next !== null && <input type="hidden" name="next" value={next} />}
      <TextField
        id="email"
        name="email"
        type="email"
        label={t('login.email')}
        autoComplete="username"
        defaultValue={problem?.email}
        describedBy="login-problem"
        isInvalid={isWrong}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        labels={{ show: t('login.showPassword'), hide: t('login.hidePassword') }}
        describedBy="login-problem"
        isInvalid={isWrong}
      />
      <label className="flex min-h-11 w-fit items-center gap-3 text-body">
        <input type="checkbox" name="remember" value="on" className="size-5 accent-primary" />
        {t('login.remember')}
      </label>
      <button className="button-primary w-full justify-center" aria-disabled={isSubmitting || undefined}>
        {t(isSubmitting ? 'login.submitting' : 'login.submit')}
      </button>
    </form>
  );
}

function GoogleLink({ mode, next }: { mode: 'existing' | 'anyone'; next: string | null }) {
  const t = useText();
  const href = useHref();
  return (
    <>
      <p className="between-lines">{t('login.or')}</p>
      {/* A document of its own: it leads away from the site. */}
      <a
        href={href(next === null ? paths.google : paths.googleFor(next))}
        data-reload=""
        rel="nofollow"
        className="button w-full justify-center"
      >
        <Icon drawing={google} />
        {t('login.google')}
      </a>
      {mode === 'anyone' && <p className="mt-3 text-sm text-soft">{t('login.googleAnyone')}</p>}
    </>
  );
}
