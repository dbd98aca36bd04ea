import type { TFunction } from 'i18next';
import { filteredPath, noProductFilters, type ProductFilters } from '#shared/address/product-filters.ts';
import type { ListQuery } from '#shared/address/list-query.ts';
import type { ListFacets } from '#shared/payload/facet-payload.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { describePrices, RemovableFilters } from '#client/site/filters/removable-filters.tsx';
import { UnreadPrices } from '#client/site/filters/unread-prices.tsx';
import { availabilityLabel } from './availability-label.ts';

interface ChosenFiltersProps {
  query: ListQuery;
  facets: ListFacets;
  /** Number of found products. */
  total: number;
}

/** Chosen filters of the list, and prices that were not understood. */
export function ChosenFilters({ query, facets: { chosen, names }, total }: ChosenFiltersProps) {
  const t = useText();
  const href = useHref();
  const addressOf = (filtered: ProductFilters) =>
    href(filteredPath({ ...query, ...filtered, page: 1 }, names));
  return (
    <>
      <UnreadPrices limits={chosen} />
      <RemovableFilters
        filters={removable(chosen, t).map(({ name, without }) => ({
          name,
          href: addressOf({ ...chosen, ...without }),
        }))}
        hrefOfAll={addressOf(noProductFilters)}
        rel="nofollow"
      />
      {total === 0 && <p className="mt-6">{t('filters.nothing')}</p>}
    </>
  );
}

interface Removable {
  name: string;
  /** Filters that are others without it. */
  without: Partial<ProductFilters>;
}

function removable(chosen: ProductFilters, t: TFunction): Removable[] {
  const { brand, availability, values } = chosen;
  const prices = describePrices(t, chosen);
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
