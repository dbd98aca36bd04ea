import { paths } from '#shared/address/paths.ts';
import { availabilities } from '#shared/kinds/availabilities.ts';
import type { SearchFacet, SearchFacets } from '#shared/payload/search-payload.ts';
import { formatNumber } from '#shared/locale/numbers.ts';
import { searchPath, unreadLimits, type SearchQuery } from '#shared/search.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { PriceFields } from '#client/site/filters/price-fields.tsx';
import { UnreadPrices } from '#client/site/filters/unread-prices.tsx';

interface SearchFiltersProps {
  query: SearchQuery;
  facets: SearchFacets;
}

/** Closed on a phone, where it would stand before all that was found; beside it, and open, elsewhere. */
export function SearchFilters({ query, facets }: SearchFiltersProps) {
  const t = useText();
  const availability = [...facets.availability, ...(facets.laterAvailability ?? [])]
    // A later build's value has no word here: the browser's `t` would give its key.
    .filter(({ value }) => availabilities.includes(value))
    .map((facet) => ({ ...facet, label: t(`product.availability.${facet.value}`) }));
  return (
    <details className="filters" open={unreadLimits(query).length > 0}>
      <summary className="button">{t('filters.title')}</summary>
      <FacetLinks name="category" query={query} facets={facets.category} />
      <FacetLinks name="tag" query={query} facets={facets.tag} />
      <FacetLinks name="author" query={query} facets={facets.author} />
      <FacetLinks name="availability" query={query} facets={availability} />
      {query.kind === 'products' && <PriceForm query={query} />}
      {facets.isCapped && <p className="mt-4 text-sm text-soft">{t('search.facetsAreCapped')}</p>}
    </details>
  );
}

interface FacetLinksProps {
  name: 'category' | 'tag' | 'author' | 'availability';
  query: SearchQuery;
  facets: readonly SearchFacet[];
}

/** Nothing where one is chosen already: that stands above the list, where it can be taken away. */
function FacetLinks({ name, query, facets }: FacetLinksProps) {
  const t = useText();
  const href = useHref();
  if (facets.length === 0 || query[name] !== null) return null;
  return (
    <nav aria-labelledby={`facet-${name}`} className="mt-6">
      <h2 id={`facet-${name}`} className="text-sm text-soft">
        {t(`search.facets.${name}`)}
      </h2>
      <ul>
        {facets.map(({ value, label, count }) => (
          <li key={value}>
            <a href={href(searchPath({ ...query, [name]: value, page: 1 }))} className="row-link">
              <span>{label}</span>
              <span className="figures text-sm">{formatNumber(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A form, since a price is typed. It repeats the other filters of the search. */
function PriceForm({ query }: { query: SearchQuery }) {
  const t = useText();
  const href = useHref();
  const { q, kind, sort, category, availability } = query;
  const kept = { q, kind, sort, category, availability };
  return (
    // Another search is another form: its fields contain the filters.
    <form key={searchPath(query)} action={href(paths.search)} aria-labelledby="facet-price" className="mt-6">
      <h2 id="facet-price" className="text-sm text-soft">
        {t('filters.price')}
      </h2>
      {Object.entries(kept).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <PriceFields limits={query} />
      <UnreadPrices limits={query} />
      <button className="button mt-2 w-full">{t('filters.apply')}</button>
    </form>
  );
}
