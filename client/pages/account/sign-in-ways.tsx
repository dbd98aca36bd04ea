import { paths } from '#shared/address/paths.ts';
import type { AccountPayload } from '#shared/payload/account-payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { AccountSection } from './account-section.tsx';

export function SignInWays({ account }: { account: AccountPayload }) {
  const t = useText();
  const href = useHref();
  const { hasPassword, hasGoogle, mayLinkGoogle } = account;
  return (
    <AccountSection id="ways" title={t('account.ways')}>
      <dl className="mt-3 rows">
        <div className="flex min-h-14 items-center justify-between gap-4 py-2">
          <dt className="text-strong">{t('account.password')}</dt>
          <dd className="text-soft">{t(hasPassword ? 'account.isSet' : 'account.isNotSet')}</dd>
        </div>
        {(hasGoogle || mayLinkGoogle) && (
          <div className="flex min-h-14 items-center justify-between gap-4 py-2">
            <dt className="text-strong">{t('account.google')}</dt>
            <dd className="text-soft">
              {hasGoogle ? (
                t('account.isLinked')
              ) : (
                <a href={href(paths.google)} data-reload="" rel="nofollow" className="button">
                  {t('account.link')}
                </a>
              )}
            </dd>
          </div>
        )}
      </dl>
    </AccountSection>
  );
}
