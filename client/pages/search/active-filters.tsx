import x from 'icon:lucide/x';
import { formatPrice } from '#shared/locale/prices.ts';
import type { SearchList } from '#shared/payload/search-payload.ts';
import { isPrice, noFilters, searchPath, type SearchQuery } from '#shared/search.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { Icon } from '#client/ui/icon.tsx';

interface ActiveFiltersProps {
  query: SearchQuery;
  list: Pick<SearchList, 'authorName' | 'categoryName'>;
}

/** Active filters of a search, each with a link that removes it. */
export function ActiveFilters({ query, list: { authorName, categoryName } }: ActiveFiltersProps) {
  const t = useText();
  const href = useHref();
  const { category, tag, author, availability, min, max } = query;
  const filters = [
    category !== null && { name: categoryName ?? category, without: { category: null } },
    tag !== null && { name: `#${tag}`, without: { tag: null } },
    author !== null && { name: authorName ?? author, without: { author: null } },
    availability !== null && {
      name: t(`product.availability.${availability}`),
      without: { availability: null },
    },
    (isPrice(min) || isPrice(max)) && { name: describePrice(), without: { min: null, max: null } },
  ].filter((filter) => filter !== false);

  function describePrice(): string {
    const from = isPrice(min) ? min : 0;
    if (!isPrice(max)) return t('search.priceFrom', { min: formatPrice(from) });
    if (!isPrice(min)) return t('search.priceUpTo', { max: formatPrice(max) });
    return t('search.priceBetween', { min: formatPrice(min), max: formatPrice(max) });
  }

  if (filters.length === 0) return null;
  return (
    <ul aria-label={t('search.active')} className="mt-2 flex flex-wrap gap-x-4">
      {filters.map(({ name, without }) => (
        <li key={name}>
          <a
            href={href(searchPath({ ...query, ...without, page: 1 }))}
            aria-label={t('search.remove', { name })}
            className="row-link text-primary"
          >
            {name}
            <Icon drawing={x} />
          </a>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <a href={href(searchPath({ ...query, ...noFilters }))} className="row-link text-soft">
            {t('search.removeAll')}
          </a>
        </li>
      )}
    </ul>
  );
}
