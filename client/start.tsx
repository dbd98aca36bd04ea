import type { i18n as I18n } from 'i18next';
import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { AppConfig } from '#shared/app-config.ts';
import { createTexts } from '#shared/locale/texts.ts';
import type { PageData } from '#shared/payload/page-data.ts';
import type { RouteId } from '#shared/address/routes.ts';
import { App } from './app.tsx';
import { isCrawler, keepServerPage } from './browser/fetch/crawlers.ts';
import {
  loadDocumentInstead,
  setDocumentLoads,
  type DocumentLoads,
} from './browser/navigate/document-loads.ts';
import { tolerateForeignNodes } from './browser/page/foreign-nodes.ts';
import { showLastResort } from './browser/fetch/last-resort.ts';
import { createPayloadStrategy } from './browser/fetch/load-payload.ts';
import { navigateByLinks } from './browser/navigate/navigate-by-links.ts';
import { watchScrolling } from './browser/navigate/scroll-restoration.ts';
import { readShownColorMode } from './browser/keep/show-color-mode.ts';
import { createViewerStore } from './context/viewer-store.ts';
import { appElementId, configElementId, InDocument, pageDataElementId } from './document.tsx';
import { loadParts, pages } from './pages.ts';
import { createRouteObjects } from './route-objects.tsx';
import { TakeOver } from './take-over.tsx';

// All that `useText` takes from it.
const i18n = { t: createTexts() } as I18n;

/** Takes over the page that the server has sent. */
export async function start(loads: DocumentLoads): Promise<void> {
  setDocumentLoads(loads);
  const appElement = requireElement(appElementId);
  // Written by our own server from values of these types.
  const config = JSON.parse(readText(configElementId)) as AppConfig;
  const pageData = JSON.parse(readText(pageDataElementId)) as PageData;
  takeHtmlFromPage(pageData);

  const routes = createRouteObjects((id) => ({
    lazy: async () => ({
      // Such as one that a deploy removed.
      Component: await pages[id]().catch((error: unknown) => loadDocumentInstead(targetPath(), error)),
    }),
  }));
  await Promise.all([loadMatchedPages(routes, config.baseURL), loadParts(pageData.loaderData)]);
  watchScrolling();
  const viewer = createViewerStore(pageData.viewer ?? null);
  const router = createBrowserRouter(routes, {
    basename: config.baseURL,
    hydrationData: pageData,
    dataStrategy: createPayloadStrategy({ viewer, loadParts, routerState: () => router.state }),
  });
  const targetPath = () => router.createHref(router.state.navigation.location ?? router.state.location);
  const crawler = isCrawler(navigator.userAgent) ? keepServerPage() : null;
  // A crawler follows each link to its document, and so sees exactly the server's page.
  if (crawler === null) navigateByLinks(router, config.baseURL);

  tolerateForeignNodes();
  startTransition(() => {
    const root: Root = hydrateRoot(
      appElement,
      <InDocument>
        <TakeOver app={appElement}>
          <App config={config} i18n={i18n} colorMode={readShownColorMode()} viewer={viewer}>
            <RouterProvider router={router} />
          </App>
        </TakeOver>
      </InDocument>,
      crawler === null ? { onUncaughtError: showLastResortAfter } : crawler.rootOptions(() => root.unmount()),
    );
  });
  whenIdle(async () => {
    const { startAfterFirstView } = await import('./after-first-view.ts');
    startAfterFirstView({ router, routes, config, viewer });
  });

  function showLastResortAfter(error: unknown): void {
    console.error(error);
    // React cannot be stopped while it is at work.
    queueMicrotask(() => showLastResort(appElement));
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

/** Puts the left-out HTML into the data. Empty where `Prose` shows nothing, as for a product without a description. */
function takeHtmlFromPage({ loaderData, leftOut = [] }: PageData): void {
  for (const name of leftOut) {
    const html = document.querySelector(`[data-html="${name}"]`)?.innerHTML ?? '';
    const path = name.split('.');
    const field = path.pop() ?? '';
    // The server has just taken the field from there.
    path.reduce((value, key) => value[key] as JsonObject, loaderData as JsonObject)[field] = html;
  }
}

type JsonObject = Record<string, unknown>;

function readText(id: string): string {
  return requireElement(id).textContent;
}

function requireElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}`);
  return element;
}
