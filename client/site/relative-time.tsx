import { useSyncExternalStore } from 'react';
import type { TFunction } from 'i18next';
import { formatDateTime } from '#shared/locale/dates.ts';
import { findPhrase } from '#shared/relative-time.ts';
import { phraseClock } from '../browser/search/phrase-clock.ts';
import { useText } from '../context/use-text.ts';

interface RelativeTimeProps {
  iso: string;
  /** The moment that the page's data counts ages from, in milliseconds since 1970. */
  asOf: number;
}

/** "3 天前", with the date itself as its title. Nothing for an invalid date. */
export function RelativeTime({ iso, asOf }: RelativeTimeProps) {
  const t = useText();
  const text = useSyncExternalStore(
    phraseClock.subscribe,
    // A visitor's clock that is behind the server's says nothing new.
    () => describe(iso, Math.max(asOf, phraseClock.now()), t),
    () => describe(iso, asOf, t),
  );
  if (text === null) return null;
  return (
    <time dateTime={iso} title={formatDateTime(iso) ?? undefined}>
      {text}
    </time>
  );
}

function describe(iso: string, now: number, t: TFunction): string | null {
  const phrase = findPhrase(iso, now);
  if (phrase === null) return null;
  const span = t(`time.spans.${phrase.unit}`, { count: phrase.count });
  return t(phrase.isFuture ? 'time.future' : 'time.past', { span });
}
