import { matchRoutes, type DataRouter, type RouteObject } from 'react-router';
import { publicBaseOf, type AppConfig } from '#shared/app-config.ts';
import { isPersonalRoute, type RouteId } from '#shared/address/routes.ts';
import { isStoredPage } from '#shared/address/stored-page.ts';
import { texts } from '#shared/locale/texts.ts';
import { documentLoads } from './browser/navigate/document-loads.ts';
import { keepState, restoreState } from './browser/keep/kept-state.ts';
import { prefetchPayload } from './browser/fetch/payloads.ts';
import { startPhraseClock } from './browser/search/phrase-clock.ts';
import { prefetchLinks } from './browser/navigate/prefetch.ts';
import { selectInCards } from './browser/navigate/select-in-cards.ts';
import { submitInPage } from './browser/keep/submit-forms.ts';
import { suggestInSearchFields } from './browser/search/suggest.ts';
import { showTitleFont } from './browser/page/title-font.ts';
import { toasts } from './browser/keep/toasts.ts';
import { watchVersion } from './browser/fetch/version-watch.ts';
import { watchWideBlocks } from './browser/page/wide-blocks.ts';
import type { ViewerStore } from './context/viewer-store.ts';
import { pageDataElementId } from './document.tsx';
import { pages } from './pages.ts';

interface AfterFirstViewOptions {
  router: DataRouter;
  routes: RouteObject[];
  config: AppConfig;
  viewer: ViewerStore;
}

/** Starts everything that can wait until the page is shown and usable, so that none of it delays the first view. */
export function startAfterFirstView({ router, routes, config, viewer }: AfterFirstViewOptions): void {
  const { baseURL, buildId } = config;
  // Read by the speculation rules, which are for pages without script only, and by tests that wait for this moment.
  document.documentElement.dataset['live'] = '';
  restoreState();
  void showTitleFont();
  startPhraseClock();
  watchWideBlocks();
  selectInCards();
  suggestInSearchFields({ basePath: baseURL, publicBase: publicBaseOf(config) });
  documentLoads.beforeReload = keepState;
  // Old pages get their data through the browser's cache only after asking, so nothing here is ever stale.
  const http = {
    async get(path: string) {
      const { createHttpClient } = await import('./browser/fetch/http-client.ts');
      return createHttpClient({ baseURL: publicBaseOf(config), timeoutMs: 15_000 }).get(path);
    },
  };
  watchVersion({ buildId, http, onNewVersion: () => (documentLoads.isNewVersionKnown = true) });

  const onSaveFailed = () => toasts.show({ title: texts.save.failed });
  submitInPage({ router, viewer, basePath: baseURL, onSaveFailed });
  viewer.subscribe(() => {
    // The data in the document belongs to a viewer who has signed out.
    if (viewer.get() === null) document.getElementById(pageDataElementId)?.replaceChildren();
  });

  // A preview is made anew for each request.
  if (config.publicBaseURL !== undefined) return;
  prefetchLinks({
    basePath: baseURL,
    async load(path) {
      const url = new URL(path, location.origin);
      const matches = matchRoutes(routes, url.pathname, baseURL) ?? [];
      // Most visitors never sign in: the scripts of that come with a click.
      if (matches.some(({ route }) => route.id === 'not-found' || isPersonalRoute(route.id))) return;
      // Data of pages that the server does not store is fetched on navigation, so that it is current.
      const isStored = matches.every(({ route }) => isStoredPage(route.id, url.searchParams));
      const scripts = matches.map(({ route }) => pages[route.id as RouteId]());
      await Promise.all(isStored ? [...scripts, prefetchPayload(url)] : scripts);
    },
  });
}
