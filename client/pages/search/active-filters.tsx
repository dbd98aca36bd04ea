import type { SearchList } from '#shared/payload/search-payload.ts';
import { noFilters, searchPath, type SearchQuery } from '#shared/search.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { describePrices, RemovableFilters } from '#client/site/filters/removable-filters.tsx';

interface ActiveFiltersProps {
  query: SearchQuery;
  list: Pick<SearchList, 'authorName' | 'categoryName'>;
}

/** Active filters of a search. */
export function ActiveFilters({ query, list: { authorName, categoryName } }: ActiveFiltersProps) {
  const t = useText();
  const href = useHref();
  const { category, tag, author, availability } = query;
  const prices = describePrices(t, query);
  const filters = [
    category !== null && { name: categoryName ?? category, without: { category: null } },
    tag !== null && { name: `#${tag}`, without: { tag: null } },
    author !== null && { name: authorName ?? author, without: { author: null } },
    availability !== null && {
      name: t(`product.availability.${availability}`),
      without: { availability: null },
    },
    prices !== null && { name: prices, without: { min: null, max: null } },
  ].filter((filter) => filter !== false);
  return (
    <RemovableFilters
      filters={filters.map(({ name, without }) => ({
        name,
        href: href(searchPath({ ...query, ...without, page: 1 })),
      }))}
      hrefOfAll={href(searchPath({ ...query, ...noFilters }))}
    />
  );
}
