import '#shared/locale/visitors/filter-texts.ts';
import x from 'icon:lucide/x';
import type { TFunction } from 'i18next';
import { formatPrice } from '#shared/locale/prices.ts';
import { isPrice, type PriceLimits } from '#shared/search.ts';
import { useText } from '#client/context/use-text.ts';
import { Icon } from '#client/ui/icon.tsx';

interface RemovableFiltersProps {
  /** Chosen filters in words, each with the address of the list without it. */
  filters: readonly { name: string; href: string }[];
  /** Address of the list without filters. */
  hrefOfAll: string;
  /** Lists with fewer filters are still too many for crawlers. */
  rel?: 'nofollow';
}

/** Chosen filters of a list, each as a link that removes it. */
export function RemovableFilters({ filters, hrefOfAll, rel }: RemovableFiltersProps) {
  const t = useText();
  if (filters.length === 0) return null;
  return (
    <ul aria-label={t('filters.chosen')} className="mt-2 flex flex-wrap gap-x-4">
      {filters.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            rel={rel}
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
          <a href={hrefOfAll} className="row-link text-soft">
            {t('filters.removeAll')}
          </a>
        </li>
      )}
    </ul>
  );
}

/** Limits of the price in words; null where none was understood. */
export function describePrices(t: TFunction, { min, max }: PriceLimits): string | null {
  if (isPrice(min) && isPrice(max))
    return t('filters.priceBetween', { min: formatPrice(min), max: formatPrice(max) });
  if (isPrice(min)) return t('filters.priceFrom', { min: formatPrice(min) });
  return isPrice(max) ? t('filters.priceUpTo', { max: formatPrice(max) }) : null;
}
