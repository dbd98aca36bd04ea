import '#shared/locale/visitors/filter-texts.ts';
import { isPrice, type PriceLimit, type PriceLimits } from '#shared/search.ts';
import { useText } from '#client/context/use-text.ts';
import { unreadPricesId } from './unread-prices.tsx';

/** Lower and upper limit of the price, in a form of filters. */
export function PriceFields({ limits: { min, max } }: { limits: PriceLimits }) {
  const t = useText();
  return (
    <div className="mt-1 flex items-center gap-2">
      <PriceField name="min" value={min} label={t('filters.min')} />
      <span className="shrink-0">{t('filters.to')}</span>
      <PriceField name="max" value={max} label={t('filters.max')} />
    </div>
  );
}

function PriceField({ name, value, label }: { name: string; value: PriceLimit; label: string }) {
  const isUnread = value !== null && !isPrice(value);
  return (
    <input
      name={name}
      defaultValue={value ?? undefined}
      inputMode="numeric"
      maxLength={40}
      aria-invalid={isUnread || undefined}
      aria-label={label}
      aria-describedby={isUnread ? unreadPricesId : undefined}
      placeholder={label}
      autoComplete="off"
      className="field min-w-0"
    />
  );
}
