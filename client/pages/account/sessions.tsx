import { formatDate } from '#shared/locale/dates.ts';
import { paths } from '#shared/address/paths.ts';
import type { AccountPayload } from '#shared/payload/account-payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { AccountSection } from './account-section.tsx';
import { describeUserAgent } from './describe-user-agent.ts';

export function Sessions({ sessions }: { sessions: AccountPayload['sessions'] }) {
  const t = useText();
  const href = useHref();
  return (
    <AccountSection id="sessions" title={t('account.sessions')}>
      <ul className="mt-3 rows">
        {sessions.map(({ userAgent, createdAt, seenAt, isThis }) => (
          <li key={createdAt + userAgent} className="flex flex-wrap justify-between gap-x-4 py-3">
            <span className="text-strong">{describeUserAgent(userAgent) ?? t('account.unknownDevice')}</span>
            <span className="text-soft">
              {isThis ? t('account.thisSession') : t('account.lastSeen', { date: formatDate(seenAt) ?? '' })}
            </span>
          </li>
        ))}
      </ul>
      <form action={href(paths.account)} method="post" data-in-page="" className="mt-4">
        <button name="do" value="sign-out-everywhere" className="button">
          {t('account.signOutEverywhere')}
        </button>
      </form>
    </AccountSection>
  );
}
