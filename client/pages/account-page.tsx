import { paths } from '#shared/paths.ts';
import { useHref } from '../site/app-config-context.ts';
import { PageHead } from '../site/page-head.tsx';
import { usePayload } from '../site/use-payload.ts';
import { useText } from '../site/use-text.ts';

export function AccountPage() {
  const t = useText();
  const href = useHref();
  const { name, email } = usePayload('account');
  return (
    <>
      <PageHead title={t('account.title')} description={t('account.title')} canonicalPath={null} />
      <h1 className="page-title">{name}</h1>
      <p className="mt-2 text-soft">{email}</p>
      <p className="mt-6">
        <a href={href(paths.saved)} className="button">
          {t('account.saved')}
        </a>
      </p>
    </>
  );
}
