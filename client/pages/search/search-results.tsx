import { kindNames, kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { formatNumber } from '#shared/locale/numbers.ts';
import type { HitCount, SearchFound, SearchList } from '#shared/payload/search-payload.ts';
import { searchChoices, searchPath, type SearchQuery } from '#shared/search.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { ListPagination } from '#client/site/cards/list-pagination.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { shortCount, sumOf } from './hit-counts.ts';
import { HitList } from './hit-list.tsx';
import { SearchFilters } from './search-filters.tsx';

interface ResultsProps {
  query: SearchQuery;
  found: SearchFound;
  asOf: number;
}

/** The first of each kind, where there are any. */
export function AllKinds({ query: { q }, found: { totals, hits }, asOf }: ResultsProps) {
  const t = useText();
  const href = useHref();
  return (
    <>
      <div className="mt-6">
        <Total total={sumOf(totals)} />
      </div>
      {kindNames
        .filter((kind) => hits[kind].length > 0)
        .map((kind) => (
          <section key={kind} aria-labelledby={`found-${kind}`} className="all-kinds mt-8">
            <h2 id={`found-${kind}`} className="section-title">
              {kindPages[kind].label}
            </h2>
            <HitList kind={kind} hits={hits} asOf={asOf} headingLevel="h3" />
            {totals[kind].count > hits[kind].length && (
              <p className="mt-4">
                <a href={href(searchPath({ q, kind }))} className="row-link text-primary">
                  {t('search.seeAll', { kind: kindPages[kind].label, total: shortCount(totals[kind]) })}
                </a>
              </p>
            )}
          </section>
        ))}
    </>
  );
}

/** Page of a single kind, with its filters. */
export function OneKind({ query, found, asOf, list, kind }: ResultsProps & { list: SearchList; kind: Kind }) {
  const t = useText();
  const href = useHref();
  const { facets, total, pageCount } = list;
  const { page, sort: chosen } = query;
  const { sorts } = searchChoices[kind];
  return (
    <div className={facets === null ? undefined : 'with-filters'}>
      {facets && <SearchFilters query={query} facets={facets} />}
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-8">
          <Total total={total} />
          {sorts.length > 1 && (
            <nav aria-label={t('search.sort')}>
              <ul className="choices">
                {sorts.map((sort) => (
                  <li key={sort}>
                    <a
                      href={href(searchPath({ ...query, sort, page: 1 }))}
                      aria-current={sort === chosen ? 'true' : undefined}
                    >
                      {t(`search.sorts.${sort}`)}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <ActiveFilters query={query} list={list} />
        <HitList kind={kind} hits={found.hits} asOf={asOf} headingLevel="h2" />
        <ListPagination
          page={page}
          pageCount={pageCount}
          hrefOf={(number) => href(searchPath({ ...query, page: number }))}
        />
      </div>
    </div>
  );
}

/**
 * Announced by screen readers too: from one search to the next the page stays, and nothing else tells that its content
 * has changed.
 */
function Total({ total: { count, isMore } }: { total: HitCount }) {
  const t = useText();
  return (
    <p role="status" className="text-sm text-soft">
      {t(isMore ? 'search.more' : 'search.total', { total: formatNumber(count) })}
    </p>
  );
}
