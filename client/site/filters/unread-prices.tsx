import '#shared/locale/visitors/filter-texts.ts';
import { unreadLimits, type PriceLimits } from '#shared/search.ts';
import { useText } from '#client/context/use-text.ts';

/** Id of the message, which price fields name as their description. A page has one. */
export const unreadPricesId = 'unread-prices';

/** Says which typed prices are none, and were not used. */
export function UnreadPrices({ limits }: { limits: PriceLimits }) {
  const t = useText();
  const typed = unreadLimits(limits);
  if (typed.length === 0) return null;
  return (
    <div id={unreadPricesId} className="mt-2 text-sm text-soft">
      {typed.map((limit) => (
        <p key={limit}>{t('filters.unreadPrice', { typed: limit })}</p>
      ))}
    </div>
  );
}
