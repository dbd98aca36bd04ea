import type { i18n as I18n } from 'i18next';
import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { AppConfig } from '#shared/app-config.ts';
import { isColorMode, type ColorMode } from '#shared/color-mode.ts';
import { unreachable } from '#shared/page-error.ts';
import { createTexts } from '#shared/i18n/texts.ts';
import { htmlInPage, type PageData } from '#shared/page-data.ts';
import type { RouteId } from '#shared/routes.ts';
import { App } from './app.tsx';
import { isCrawler, keepServerPage } from './browser/crawlers.ts';
import { documentLoads } from './browser/document-loads.ts';
import { createPayloadStrategy } from './browser/load-payload.ts';
import { navigateByLinks } from './browser/navigate-by-links.ts';
import { configElementId, pageDataElementId, structuredDataElementId } from './document.tsx';
import { pages } from './pages.ts';
import { createRouteObjects } from './route-objects.tsx';
import { createViewerStore } from './site/viewer-store.ts';

// All that `useText` takes from it.
const i18n = { t: createTexts() } as I18n;

/** Takes over the page that the server has sent. */
export async function start(): Promise<void> {
  const configJson = readText(configElementId);
  const pageDataJson = readText(pageDataElementId);
  // Written by our own server from values of these types.
  const config = JSON.parse(configJson) as AppConfig;
  const pageData = JSON.parse(pageDataJson, takeHtmlFromPage) as PageData;

  const routes = createRouteObjects((id) => ({
    lazy: async () => ({ Component: await pages[id]().catch(loadDocumentInstead) }),
  }));
  await loadMatchedPages(routes, config.baseURL);
  const viewer = createViewerStore(pageData.viewer ?? null);
  const router = createBrowserRouter(routes, {
    basename: config.baseURL,
    hydrationData: pageData,
    dataStrategy: createPayloadStrategy({ viewer, shownPath: () => router.state.location.pathname }),
  });
  const crawler = isCrawler(navigator.userAgent) ? keepServerPage() : null;
  // A crawler follows each link to its document, and so sees what the server sends and nothing else.
  if (crawler === null) navigateByLinks(router, config.baseURL);

  startTransition(() => {
    const root: Root = hydrateRoot(
      document,
      <App
        config={config}
        pageDataJson={pageDataJson}
        structuredDataJson={document.getElementById(structuredDataElementId)?.textContent ?? null}
        assets={readAssets()}
        i18n={i18n}
        colorMode={readShownColorMode()}
        viewer={viewer}
      >
        <RouterProvider router={router} />
      </App>,
      crawler?.rootOptions(() => root.unmount()),
    );
  });
  whenIdle(async () => {
    const { startAfterFirstView } = await import('./browser/after-first-view.ts');
    startAfterFirstView({ router, routes, config, viewer });
  });

  /** A page whose script cannot be loaded, such as one that a deploy removed, is asked of the server. */
  function loadDocumentInstead(error: unknown): Promise<never> {
    const { navigation, location: shown } = router.state;
    const target = router.createHref(navigation.location ?? shown);
    // The page stays as it is until the document comes.
    if (documentLoads.reload(target)) return new Promise(() => {});
    console.error(error);
    throw unreachable();
  }
}

function whenIdle(work: () => Promise<void>): void {
  const start = () => void work().catch((error: unknown) => console.error(error));
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(start);
  else setTimeout(start, 200);
}

/** A matched route that is still lazy would make the router start without its page, and flash. */
async function loadMatchedPages(routes: RouteObject[], basename: string): Promise<void> {
  const matches = matchRoutes(routes, location, basename) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      route.Component = await pages[route.id as RouteId]();
      delete route.lazy;
    }),
  );
}

function takeHtmlFromPage(name: string, value: unknown): unknown {
  return value === htmlInPage ? (document.querySelector(`[data-html="${name}"]`)?.innerHTML ?? '') : value;
}

function readText(id: string): string {
  return document.getElementById(id)?.textContent ?? 'null';
}

/** As the server wrote the document; the cookie may have changed since. */
function readShownColorMode(): ColorMode {
  const mode = document.documentElement.dataset['colorMode'];
  return isColorMode(mode) ? mode : 'system';
}

/** As the server wrote them: hydration compares, it does not load again. */
function readAssets() {
  const hrefs = (selector: string) =>
    [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '');
  return {
    styles: hrefs('head > link[rel="stylesheet"]'),
    scripts: document.body.dataset['scripts']?.split(' ') ?? [],
    favicon: hrefs('head > link[rel="icon"]')[0] ?? '',
  };
}
