import type { Response as ExpressResponse } from 'express';
import type { i18n as I18n } from 'i18next';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticRouter, StaticRouterProvider } from 'react-router';
import type { AppConfig } from '#shared/app-config.ts';
import type { Viewer } from '#shared/accounts.ts';
import type { ColorMode } from '#shared/color-mode.ts';
import { toScriptJson } from '#shared/json-script.ts';
import type { PageData } from '#shared/page-data.ts';
import { withBase } from '#shared/paths.ts';
import type { RouteId } from '#shared/routes.ts';
import { App } from '#client/app.tsx';
import { createViewerStore } from '#client/site/viewer-store.ts';
import type { AssetManifest } from './asset-manifest.ts';
import type { LoadedPage } from './load-page.ts';
import type { SiteRouter } from './site-router.tsx';

export interface Renderer {
  /**
   * Streams the page into the response: the shell as soon as it is ready, or, for a crawler, the whole page at
   * once. Resolves when all is sent or the visitor has left.
   * @throws what the shell threw; nothing has been sent then.
   */
  render(
    page: LoadedPage & { kind: 'page' },
    response: ExpressResponse,
    options: RenderOptions,
  ): Promise<void>;
  /** Renders that have begun and are neither finished nor aborted. */
  readonly active: number;
}

interface RenderOptions {
  isCrawler: boolean;
  colorMode: ColorMode;
  /** Null for pages that may be shared. */
  viewer: Viewer | null;
  /** Told of exceptions after the shell, which can no longer change the status. */
  onError: (error: unknown) => void;
}

interface RendererOptions {
  config: AppConfig;
  assets: AssetManifest;
  i18n: I18n;
  site: SiteRouter;
  deadlineMs: number;
}

export function createRenderer({ config, assets, i18n, site, deadlineMs }: RendererOptions): Renderer {
  const href = (path: string) => withBase(config.baseURL, `/${path}`);
  const bootstrapModules = [assets.entry, ...(assets.liveReload ? [assets.liveReload] : [])].map(href);
  const styles = assets.styles.map(href);
  const favicon = href(assets.favicon);
  let active = 0;

  function element(
    { context, data }: LoadedPage & { kind: 'page' },
    { colorMode, viewer }: Pick<RenderOptions, 'colorMode' | 'viewer'>,
  ) {
    const pageData: PageData = {
      loaderData: data,
      errors: context.errors,
      ...(context.actionData && { actionData: context.actionData }),
      ...(viewer && { viewer }),
    };
    const preloads = new Set(context.matches.flatMap(({ route }) => assets.pages[route.id as RouteId] ?? []));
    return (
      <App
        config={config}
        pageDataJson={toScriptJson(pageData)}
        assets={{ styles, favicon, preloads: [...preloads].map(href) }}
        i18n={i18n}
        colorMode={colorMode}
        viewer={createViewerStore(viewer)}
      >
        <StaticRouterProvider
          router={createStaticRouter(site.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    );
  }

  async function render(
    page: LoadedPage & { kind: 'page' },
    response: ExpressResponse,
    { isCrawler, onError, ...visitor }: RenderOptions,
  ): Promise<void> {
    // The visitor may have left while the data was read.
    if (response.destroyed) return;
    active += 1;
    try {
      const ready = Promise.withResolvers<void>();
      let isShellReady = false;
      const stream = renderToPipeableStream(element(page, visitor), {
        bootstrapModules,
        // A crawler and a reader without script want content in its place, not moved there by a script.
        ...(isCrawler && { progressiveChunkSize: Infinity }),
        onShellReady() {
          isShellReady = true;
          if (!isCrawler) ready.resolve();
        },
        onAllReady: ready.resolve,
        onShellError: ready.reject,
        onError(error) {
          if (isShellReady && !response.destroyed) onError(error);
        },
      });
      const deadline = setTimeout(
        () => stream.abort(new Error(`not rendered within ${deadlineMs} ms`)),
        deadlineMs,
      );
      const closed = new Promise((resolve) => response.once('close', resolve)).then(() => {
        if (!response.writableFinished) stream.abort(new Error('the visitor has left'));
      });
      try {
        // Without a shell neither callback comes when the visitor has left.
        await Promise.race([ready.promise, closed]);
        if (response.destroyed) return;
        response.status(page.statusCode).type('html');
        // Straight into the response: React then flushes after each part what `compression` holds back.
        stream.pipe(response);
        await closed;
      } finally {
        clearTimeout(deadline);
      }
    } finally {
      active -= 1;
    }
  }

  return {
    render,
    get active() {
      return active;
    },
  };
}
