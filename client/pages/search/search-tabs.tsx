import { kindNames, kindPages } from '#shared/kinds/kind-names.ts';
import type { SearchFound } from '#shared/payload/search-payload.ts';
import { searchPath, type SearchQuery } from '#shared/search.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { shortCount, sumOf } from './hit-counts.ts';

/** Links, as there is an address for each kind. */
export function SearchTabs({
  query: { q, kind: chosen },
  totals,
}: Pick<SearchFound, 'totals'> & { query: SearchQuery }) {
  const t = useText();
  const href = useHref();
  const tabs = [
    { kind: null, label: t('search.all'), total: sumOf(totals) },
    ...kindNames.map((kind) => ({ kind, label: kindPages[kind].label, total: totals[kind] })),
  ];
  return (
    <nav aria-label={t('search.kindsLabel')} className="mt-6 min-w-0">
      <ul className="chips">
        {tabs.map(({ kind, label, total }) => (
          <li key={kind}>
            <a href={href(searchPath({ q, kind }))} aria-current={kind === chosen ? 'page' : undefined}>
              {`${label} ${shortCount(total)}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
