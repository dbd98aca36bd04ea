import { paths } from '#shared/paths.ts';
import { useHref } from '../site/app-config-context.ts';
import { PageHead } from '../site/page-head.tsx';
import { useText } from '../site/use-text.ts';

export function LoginPage() {
  const t = useText();
  const href = useHref();
  return (
    <div className="mx-auto max-w-md rounded-lg border border-line p-6 sm:p-10">
      <PageHead title={t('login.title')} description={t('login.notConfigured')} canonicalPath={paths.login} />
      <h1 className="page-title">{t('login.title')}</h1>
      <p className="mt-4 leading-relaxed text-strong">{t('login.notConfigured')}</p>
      <p className="mt-2 leading-relaxed text-body">{t('login.notConfiguredMore')}</p>
      <p className="mt-6">
        <a href={href(paths.home)} className="button-primary">
          {t('error.backHome')}
        </a>
      </p>
    </div>
  );
}
