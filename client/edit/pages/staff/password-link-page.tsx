import type { LinkProblemCode } from '#shared/editing/staff.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { UsernameHint } from '#client/ui/username-hint.tsx';

const texts = staffTexts.linkPage;

export interface PasswordLinkPageProps {
  siteName: string;
  /** Addresses with the base path. */
  home: string;
  login: string;
  /** Null: the link cannot be used. */
  link: { email: string; name: string; endsAt: string } | null;
  problem: LinkProblemCode | null;
}

/** Page behind a password link from an admin: a form for a new password, or the reason why the link does not work. */
export function PasswordLinkPage({ siteName, home, login, link, problem }: PasswordLinkPageProps) {
  return (
    <>
      <header className="edit-header">
        <div className="site-width">
          <a href={home} className="row-link">
            {siteName}
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="site-width edit-main">
        <div className="mx-auto w-full max-w-md">
          {link === null ? (
            <LinkIsOver {...{ home, login, problem }} />
          ) : (
            <PasswordForm link={link} problem={problem} />
          )}
        </div>
      </main>
    </>
  );
}

function PasswordForm({
  link: { email, name, endsAt },
  problem,
}: {
  link: { email: string; name: string; endsAt: string };
  problem: LinkProblemCode | null;
}) {
  return (
    <>
      <h1 className="page-title">{texts.title}</h1>
      <p className="mt-2 account-address">{texts.text(name)}</p>
      {/* Without an action it is sent to its own address, which holds the secret. */}
      <form method="post" className="mt-6 fields">
        {problem !== null && (
          <p id="problem" role="alert" className="edit-notice" data-kind="problem">
            {texts.problems[problem]}
          </p>
        )}
        <div>
          <p className="edit-meta">{texts.account}</p>
          <p className="account-address">{email}</p>
        </div>
        <UsernameHint username={email} />
        <div className="edit-field">
          <label htmlFor="new-password">{texts.newPassword}</label>
          <input
            id="new-password"
            name="new-password"
            type="password"
            autoComplete="new-password"
            minLength={8}
            required
            aria-invalid={problem !== null || undefined}
            aria-describedby="password-rule problem"
            className="field"
          />
          <p id="password-rule" className="field-rule">
            {texts.rule}
          </p>
        </div>
        <button className="button-primary w-full justify-center">{texts.submit}</button>
      </form>
      <p className="mt-6 edit-meta">{texts.until(formatDateTime(endsAt) ?? endsAt)}</p>
    </>
  );
}

function LinkIsOver({ home, login, problem }: Pick<PasswordLinkPageProps, 'home' | 'login' | 'problem'>) {
  return (
    <>
      <h1 className="page-title">{texts.overTitle}</h1>
      <p className="mt-4">{texts.problems[problem ?? 'unknown']}</p>
      <p className="mt-4">{texts.wayOn}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={login} className="button-primary">
          {texts.toLogin}
        </a>
        <a href={home} className="button">
          {texts.toHome}
        </a>
      </div>
    </>
  );
}
