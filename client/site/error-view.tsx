import type { PageError } from '#shared/payload/page-error.ts';
import { paths } from '#shared/address/paths.ts';
import { readableAddress } from '#shared/address/readable-address.ts';
import { useHref } from '../context/app-config-context.ts';
import { useOwnAddress } from '../context/use-own-address.ts';
import { useText } from '../context/use-text.ts';
import { PageHead } from './page-head.tsx';
import { RecentLinks } from './recent-links.tsx';
import { SearchField } from './search-field.tsx';
import { EmptyDrawing } from './empty-drawing.tsx';

export function ErrorView({ error }: { error: PageError }) {
  const t = useText();
  const href = useHref();
  const address = useOwnAddress();
  const { title, text } = words(error);
  const seconds = error.retryAfterSeconds ?? 0;
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center py-4 text-center sm:py-12">
      <PageHead
        title={error.statusCode === 0 ? t(title) : `${error.statusCode} ${t(title)}`}
        description={t(text, { seconds })}
        canonicalPath={null}
      />
      <EmptyDrawing />
      {error.statusCode !== 0 && <p className="figures mt-6 font-serif text-lg">{error.statusCode}</p>}
      <h1 className="page-title mt-1">{t(title)}</h1>
      <p className="mt-4">{t(text, { seconds })}</p>
      <p lang="en" className="mt-2 max-w-full text-sm break-words text-soft">
        {readableAddress(
          error.statusMessage === error.message ? error.message : `${error.statusMessage}: ${error.message}`,
        )}
      </p>
      {error.requestId !== undefined && (
        <p className="mt-2 text-sm text-soft">{t('error.requestId', { id: error.requestId })}</p>
      )}
      <p className="mt-8 flex flex-wrap justify-center gap-4">
        {isWorthRetrying(error.statusCode) && (
          <a href={href(address)} data-reload="" className="button">
            {t('error.retry')}
          </a>
        )}
        <a href={href(paths.home)} className="button-primary">
          {t('error.backHome')}
        </a>
      </p>
      {text === 'error.notFoundText' && (
        <>
          <div className="mt-8 w-full max-w-md">
            <SearchField isInPage />
          </div>
          <RecentLinks recent={error.recent} />
        </>
      )}
    </div>
  );
}

function isWorthRetrying(statusCode: number): boolean {
  return statusCode === 0 || statusCode >= 500 || statusCode === 429;
}

function words({ statusCode, retryAfterSeconds }: PageError) {
  const later = retryAfterSeconds === undefined ? 'error.laterText' : 'error.laterInText';
  switch (statusCode) {
    case 0:
      return { title: 'error.unreachableTitle', text: 'error.unreachableText' } as const;
    case 403:
      return { title: 'error.forbiddenTitle', text: 'error.forbiddenText' } as const;
    case 404:
    case 410:
      return { title: 'error.notFoundTitle', text: 'error.notFoundText' } as const;
    case 429:
      return { title: 'error.limitedTitle', text: later } as const;
    case 503:
      return { title: 'error.unavailableTitle', text: later } as const;
  }
  if (statusCode >= 500) return { title: 'error.serverTitle', text: 'error.serverText' } as const;
  return { title: 'error.otherTitle', text: 'error.serverText' } as const;
}
