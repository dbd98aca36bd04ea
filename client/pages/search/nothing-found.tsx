import { kindNames, kindPages } from '#shared/kinds/kind-names.ts';
import { paths } from '#shared/address/paths.ts';
import type { SearchFound, SearchOffers } from '#shared/payload/search-payload.ts';
import { searchFilters, searchPath, type SearchQuery } from '#shared/search.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { EmptyDrawing } from '#client/site/empty-drawing.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { CategoryLinks } from './category-links.tsx';

interface NothingFoundProps {
  query: SearchQuery;
  found: SearchFound;
  offers: SearchOffers;
}

/** Repeats the query and its filters, and suggests what to do instead. */
export function NothingFound({ query, found: { totals, list }, offers }: NothingFoundProps) {
  const t = useText();
  const href = useHref();
  const { q, kind } = query;
  const isFiltered = searchFilters.some((name) => query[name] !== null);
  const isElsewhere = kindNames.some((other) => other !== kind && totals[other].count > 0);
  const kindName = kind === null ? '' : kindPages[kind].label;
  return (
    <div className="mx-auto mt-10 flex max-w-2xl flex-col items-center text-center">
      <EmptyDrawing />
      {offers.alike.length > 0 ? (
        <p role="status" className="mt-6 text-lg text-balance">
          {t('search.alikeBefore', { q })}
          {offers.alike.map((name, index) => (
            <span key={name}>
              {index > 0 && t('search.alikeBetween')}
              <a href={href(searchPath({ q: name }))} className="row-link text-primary underline">
                {t('search.named', { name })}
              </a>
            </span>
          ))}
          {t('search.alikeAfter')}
        </p>
      ) : (
        <p role="status" className="mt-6 text-lg">
          {kind === null
            ? t('search.nothing', { q })
            : t(isFiltered ? 'search.nothingFiltered' : 'search.nothingOfKind', { q, kind: kindName })}
        </p>
      )}
      {list && <ActiveFilters query={query} list={list} />}
      {isElsewhere && (
        <p className="mt-4">
          <a href={href(searchPath({ q }))} className="button">
            {t('search.otherKinds')}
          </a>
        </p>
      )}
      {offers.topCategories.length > 0 && (
        <>
          <p className="mt-8 text-soft">{t('search.shorter')}</p>
          <CategoryLinks categories={offers.topCategories} />
        </>
      )}
      <p className="mt-4 flex flex-wrap justify-center gap-x-6 text-primary">
        <a href={href(paths.products())} className="row-link">
          {t('error.toProducts')}
        </a>
        <a href={href(paths.articles())} className="row-link">
          {t('error.toArticles')}
        </a>
      </p>
    </div>
  );
}
