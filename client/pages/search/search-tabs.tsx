import { formatCount } from '#shared/locale/search-texts.ts';
import type { SearchFound } from '#shared/search-payload.ts';
import { searchKinds, searchPath, type SearchQuery } from '#shared/search.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';

/** Links, as there is an address for each kind. */
export function SearchTabs({
  query: { q, kind: chosen },
  totals,
}: Pick<SearchFound, 'totals'> & { query: SearchQuery }) {
  const t = useText();
  const href = useHref();
  const counts = searchKinds.map((kind) => totals[kind]);
  const all = {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isMore: counts.some(({ isMore }) => isMore),
  };
  const tabs = [
    { kind: null, label: t('search.all'), total: all },
    ...searchKinds.map((kind) => ({ kind, label: t(`search.kinds.${kind}`), total: totals[kind] })),
  ];
  return (
    <nav aria-label={t('search.kindsLabel')} className="mt-6 min-w-0">
      <ul className="chips">
        {tabs.map(({ kind, label, total }) => (
          <li key={kind}>
            <a href={href(searchPath({ q, kind }))} aria-current={kind === chosen ? 'page' : undefined}>
              {`${label} ${formatCount(total.count)}${total.isMore ? '+' : ''}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
