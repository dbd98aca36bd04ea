import type { Writable } from 'node:stream';
import type { i18n as I18n } from 'i18next';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticRouter, StaticRouterProvider, type StaticHandlerContext } from 'react-router';
import type { AppConfig } from '#shared/app-config.ts';
import type { Viewer } from '#shared/accounts.ts';
import type { ColorMode } from '#shared/color-mode.ts';
import { toScriptJson } from '#shared/json-script.ts';
import { withBase } from '#shared/paths.ts';
import type { RouteId } from '#shared/routes.ts';
import { App } from '#client/app.tsx';
import type { DocumentAssets } from '#client/document.tsx';
import { createViewerStore } from '#client/site/viewer-store.ts';
import type { AssetManifest } from './asset-manifest.ts';
import type { LoadedPage } from './load-page.ts';
import type { SiteRouter } from './site-router.tsx';
import { structuredDataJson } from './structured-data.ts';

export interface Renderer {
  /**
   * Streams the page: the shell as soon as it is ready. Resolves when all is written or nobody takes it any more.
   * @throws what the shell threw; nothing has been written then.
   */
  render(page: LoadedPage, destination: Writable, options: RenderOptions): Promise<void>;
  /** Renders that have begun and are neither finished nor aborted. */
  readonly active: number;
}

interface RenderOptions {
  colorMode: ColorMode;
  /** Null for pages that may be shared. */
  viewer: Viewer | null;
  /** Nothing is written before everything is there: crawlers do not wait for what comes later. */
  isWhole: boolean;
  /** Called before the first byte is written. */
  onShell?: () => void;
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

interface Prepared {
  router: ReturnType<typeof createStaticRouter>;
  assets: DocumentAssets;
  structuredData: string | null;
}

export function createRenderer({ config, assets, i18n, site, deadlineMs }: RendererOptions): Renderer {
  const href = (path: string) => withBase(config.baseURL, `/${path}`);
  const bootstrapModules = [assets.entry, ...(assets.liveReload ? [assets.liveReload] : [])].map(href);
  const styles = assets.styles.map(href);
  const favicon = href(assets.favicon);
  const prepared = new WeakMap<StaticHandlerContext, Prepared>();
  let active = 0;

  /** What all renders of a page share: its router, the scripts that it needs, what search engines read. */
  function prepare(context: StaticHandlerContext): Prepared {
    const known = prepared.get(context);
    if (known) return known;
    const scripts = new Set(context.matches.flatMap(({ route }) => assets.pages[route.id as RouteId] ?? []));
    const made: Prepared = {
      router: createStaticRouter(site.handler.dataRoutes, context),
      assets: { styles, favicon, scripts: [...scripts].map(href) },
      structuredData: structuredDataJson(context.loaderData, config, i18n),
    };
    prepared.set(context, made);
    return made;
  }

  function element(
    { context, json }: LoadedPage,
    { colorMode, viewer }: Pick<RenderOptions, 'colorMode' | 'viewer'>,
  ) {
    const { router, assets, structuredData } = prepare(context);
    return (
      <App
        config={config}
        pageDataJson={viewer === null ? json : withViewer(json, viewer)}
        structuredDataJson={structuredData}
        assets={assets}
        i18n={i18n}
        colorMode={colorMode}
        viewer={createViewerStore(viewer)}
      >
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>
    );
  }

  async function render(
    page: LoadedPage,
    destination: Writable,
    { isWhole, onShell, onError, ...visitor }: RenderOptions,
  ): Promise<void> {
    // The visitor may have left while the data was read.
    if (destination.destroyed) return;
    active += 1;
    try {
      const ready = Promise.withResolvers<void>();
      let isShellReady = false;
      const stream = renderToPipeableStream(element(page, visitor), {
        bootstrapModules,
        // Everything in its place, not moved there by a script, which the policy forbids inline.
        progressiveChunkSize: Infinity,
        onShellReady() {
          isShellReady = true;
          if (!isWhole) ready.resolve();
        },
        onAllReady: ready.resolve,
        onShellError: ready.reject,
        onError(error) {
          if (isShellReady && !destination.destroyed) onError(error);
        },
      });
      const deadline = setTimeout(
        () => stream.abort(new Error(`not rendered within ${deadlineMs} ms`)),
        deadlineMs,
      );
      const closed = new Promise((resolve) => destination.once('close', resolve)).then(() => {
        if (!destination.writableFinished) stream.abort(new Error('the visitor has left'));
      });
      try {
        // Without a shell neither callback comes when the visitor has left.
        await Promise.race([ready.promise, closed]);
        if (destination.destroyed) return;
        onShell?.();
        // React flushes after each part what `compression` holds back.
        stream.pipe(destination);
        await closed;
        letGo(destination);
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

/**
 * Takes React's listeners, and with them all that it rendered, from a stream that is closed. V8 makes a function that is
 * written where it becomes a property (`this.onwrite = …` in Node's streams, `res.write = …` in `compression`) in the old
 * part of its heap: its stream, and what hangs on it, stays until that is collected. A tenth of a render's time, and
 * 70 MB of the process, went into moving pages there that nobody needed any more.
 */
function letGo(destination: Writable): void {
  for (const event of ['drain', 'error', 'close']) destination.removeAllListeners(event);
}

/** Adds a field to an object in JSON: the data of the page itself is written once for all visitors. */
function withViewer(json: string, viewer: Viewer): string {
  return `${json.slice(0, -1)},"viewer":${toScriptJson(viewer)}}`;
}
