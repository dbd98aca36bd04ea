import x from 'icon:lucide/x';
import { filteredPath, noProductFilters, type ProductFilters } from '#shared/address/product-filters.ts';
import type { ListQuery } from '#shared/address/list-query.ts';
import { formatPrice } from '#shared/locale/prices.ts';
import { isPrice } from '#shared/search.ts';
import type { ListFacets } from '#shared/payload/facet-payload.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { Icon } from '#client/ui/icon.tsx';
import { availabilityLabel } from './availability-label.ts';

interface ChosenFiltersProps {
  query: ListQuery;
  facets: ListFacets;
  /** Number of found products. */
  total: number;
}

/** Filters of the list, each with a link that removes it, and prices that were not understood. */
export function ChosenFilters({ query, facets: { chosen, names }, total }: ChosenFiltersProps) {
  const t = useText();
  const href = useHref();
  const filters = removable(chosen, t);
  const addressOf = (filtered: ProductFilters) =>
    href(filteredPath({ ...query, ...filtered, page: 1 }, names));
  return (
    <>
      {[chosen.min, chosen.max].map(
        (limit) =>
          typeof limit === 'string' && (
            <p key={limit} className="mt-2 text-sm text-soft">
              {t('filters.unreadPrice', { typed: limit })}
            </p>
          ),
      )}
      {filters.length > 0 && (
        <ul aria-label={t('filters.chosen')} className="mt-2 flex flex-wrap gap-x-4">
          {filters.map(({ name, without }) => (
            <li key={name}>
              <a
                href={addressOf({ ...chosen, ...without })}
                rel="nofollow"
                aria-label={t('filters.remove', { name })}
                className="row-link text-primary"
              >
                {name}
                <Icon drawing={x} />
              </a>
            </li>
          ))}
          {filters.length > 1 && (
            <li>
              <a href={addressOf(noProductFilters)} className="row-link text-soft">
                {t('filters.removeAll')}
              </a>
            </li>
          )}
        </ul>
      )}
      {total === 0 && <p className="mt-6">{t('filters.nothing')}</p>}
    </>
  );
}

interface Removable {
  name: string;
  /** Filters that remain without it. */
  without: Partial<ProductFilters>;
}

function removable(
  { brand, availability, values, min, max }: ProductFilters,
  t: ReturnType<typeof useText>,
): Removable[] {
  const prices = describePrices(min, max, t);
  return [
    ...brand.map((value) => ({
      name: t('filters.value', { name: t('filters.brand'), value }),
      without: { brand: brand.filter((other) => other !== value) },
    })),
    ...availability.map((value) => ({
      name: availabilityLabel(t, value),
      without: { availability: availability.filter((other) => other !== value) },
    })),
    ...(prices === null ? [] : [{ name: prices, without: { min: null, max: null } }]),
    ...values.map((pair) => ({
      name: t('filters.value', { name: pair[0], value: pair[1] }),
      without: { values: values.filter((other) => other !== pair) },
    })),
  ];
}

/** Null without a price that was understood. */
function describePrices(
  min: ProductFilters['min'],
  max: ProductFilters['max'],
  t: ReturnType<typeof useText>,
): string | null {
  if (isPrice(min) && isPrice(max))
    return t('filters.priceBetween', { min: formatPrice(min), max: formatPrice(max) });
  if (isPrice(min)) return t('filters.priceFrom', { min: formatPrice(min) });
  return isPrice(max) ? t('filters.priceUpTo', { max: formatPrice(max) }) : null;
}
