import { feedPage } from '#server/content/entries/entry-addresses.ts';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { hourMs, secondMs } from '#server/base/durations.ts';
import type { SiteAddress } from '#server/http/request/site-address.ts';
import { tell } from '#server/http/tell.ts';
import { listChangedFeeds } from './changed-feeds.ts';
import type { Receiver } from './teller.ts';

/**
 * An import of everything is not announced feed by feed: those of the whole site come first, and their readers get
 * everything.
 */
const maxFeeds = 1_000;
const feedsAtOnce = 100;

/**
 * A WebSub hub, which is notified of changed feeds (https://www.w3.org/TR/websub/) and fetches them then. It hears only
 * of content that visitors see: nothing of drafts, of the future or of removed entries, which the next fetch shows
 * anyway.
 */
export function webSub(hub: string, site: SiteAddress): Receiver {
  return {
    kinds: kindNames.filter((kind) => feedPage(kind) !== null),
    gatherMs: 10 * secondMs,
    maxOfKind: 10_000,
    lookEveryMs: 5 * secondMs,
    addressesPerRequest: feedsAtOnce,
    maxRequests: maxFeeds / feedsAtOnce,
    patience: { maxTries: 6, firstPauseMs: 10 * secondMs, growth: 3, maxPauseMs: hourMs },
    listAddresses: (lookup, entries) => listChangedFeeds({ ...lookup, site }, entries),
    send(feeds, fetch) {
      const body = new URLSearchParams({ 'hub.mode': 'publish' });
      for (const feed of feeds) body.append('hub.url', feed);
      return tell(hub, { body }, fetch);
    },
    messages: {
      counted: 'feeds',
      notTold: 'the hub could not be told that feeds have changed',
      notLookedUp: 'the feeds that have changed could not be looked up',
    },
  };
}
