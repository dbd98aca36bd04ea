import type { HydrationOptions } from 'react-dom/client';

/** Crawlers of docs/contracts.md. The server uses a whole library for this, which is too much for the first view. */
const crawlers = /bot\b|chrome-lighthouse|facebookexternalhit|google\b/i;

/** Phones of the maker CUBOT have its name in their user agent, and are people. */
const phonesNamedBot = /\bcubot\b/gi;

export function isCrawler(userAgent: string): boolean {
  return crawlers.test(userAgent.replace(phonesNamedBot, ''));
}

/**
 * A crawler would index the error page in place of the page that the server has sent. Called before React takes the
 * document over, this puts the server's page back after an exception of any component.
 */
export function keepServerPage() {
  const serverPage = document.documentElement.cloneNode(true);

  return {
    rootOptions(stopReact: () => void): HydrationOptions {
      const putBack = (error: unknown) => {
        const crawler = navigator.userAgent;
        console.error(`Not rendering the error page for a crawler with the user agent "${crawler}":`, error);
        // React cannot be stopped while it is at work. Nothing is painted before a microtask.
        queueMicrotask(() => {
          if (serverPage.isConnected) return;
          stopReact();
          document.documentElement.replaceWith(serverPage);
        });
      };
      return { onCaughtError: putBack, onUncaughtError: putBack };
    },
  };
}
