import { unreadLimits, type SearchQuery } from '#shared/search.ts';
import { useText } from '#client/context/use-text.ts';

interface UnreadPricesProps {
  query: SearchQuery;
  /** Fields that name them as their description. */
  id?: string;
}

/** Says which typed prices are none, and were not used. */
export function UnreadPrices({ query, id }: UnreadPricesProps) {
  const t = useText();
  const typed = unreadLimits(query);
  if (typed.length === 0) return null;
  return (
    <div id={id} className="mt-2 text-sm text-soft">
      {typed.map((limit) => (
        <p key={limit}>{t('search.unreadPrice', { typed: limit })}</p>
      ))}
    </div>
  );
}
