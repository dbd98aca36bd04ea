import type { i18n as I18n } from 'i18next';
import type { ReactElement } from 'react';
import { createStaticRouter, StaticRouterProvider, type StaticHandlerContext } from 'react-router';
import { publicBaseOf, type AppConfig } from '#shared/app-config.ts';
import type { Viewer } from '#shared/accounts.ts';
import type { ColorMode } from '#shared/color-mode.ts';
import { toScriptJson } from '#shared/payload/json-script.ts';
import { lengthOfHtml } from '#shared/payload/page-data.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import type { LayoutPayload } from '#shared/payload/payloads.ts';
import { layoutRoute, type RouteId } from '#shared/address/routes.ts';
import { colorSheetPath } from '#server/features/site/site-colors.ts';
import { App } from '#client/app.tsx';
import { Document, type DocumentAssets } from '#client/document.tsx';
import { createViewerStore } from '#client/context/viewer-store.ts';
import { titleFontPath } from '#server/features/media-files/title-font-routes.ts';
import type { AssetManifest } from '#server/asset-manifest.ts';
import type { LoadedPage } from '../load/load-page.ts';
import type { SiteRouter } from './site-router.tsx';
import { structuredDataJson } from '../load/structured-data.ts';

export interface PageElementOptions {
  config: AppConfig;
  assets: AssetManifest;
  i18n: I18n;
  site: SiteRouter;
}

/** Number of characters of a text that come with the rest of the page; a longer one fills any screen. */
const wholeUpTo = 10_000;

/** Visitor that a page is rendered for. */
export interface Visitor {
  colorMode: ColorMode;
  /** Null for pages that may be shared. */
  viewer: Viewer | null;
}

export interface PageElements {
  /** The whole document, for React to render. */
  element(page: Pick<LoadedPage, 'context' | 'json'>, visitor: Visitor): ReactElement;
  /** Addresses of the modules that take the page over in the browser. */
  bootstrapModules: string[];
}

interface Prepared {
  router: ReturnType<typeof createStaticRouter>;
  assets: DocumentAssets;
  structuredData: string | null;
  isLong: boolean;
}

export function createPageElements({ config, assets, i18n, site }: PageElementOptions): PageElements {
  const publicBase = publicBaseOf(config);
  const href = (path: string) => withBase(publicBase, `/${path}`);
  const styles = assets.styles.map(href);
  const icons = {
    favicon: href(assets.favicon),
    touchIcon: withBase(publicBase, paths.touchIcon),
    webManifest: withBase(publicBase, paths.webManifest),
  };
  const prepared = new WeakMap<StaticHandlerContext, Prepared>();

  function ownStyles(site: LayoutPayload | undefined): string[] {
    return site?.colors ? [withBase(publicBase, colorSheetPath(site.colors))] : [];
  }

  function titleStyles(site: LayoutPayload | undefined): string[] {
    return site?.titleFont === false ? [] : [withBase(publicBase, titleFontPath)];
  }

  /** Prepares the parts that all renders of a page share: its router, its scripts, and its data for search engines. */
  function prepare(context: StaticHandlerContext): Prepared {
    const cached = prepared.get(context);
    if (cached) return cached;
    const scripts = new Set(context.matches.flatMap(({ route }) => assets.pages[route.id as RouteId] ?? []));
    const layout: LayoutPayload | undefined = context.loaderData[layoutRoute.id];
    const made: Prepared = {
      router: createStaticRouter(site.handler.dataRoutes, context),
      assets: {
        styles: [...styles, ...ownStyles(layout), ...titleStyles(layout)],
        ...icons,
        scripts: [...scripts].map(href),
        barColor: layout?.colors?.light ?? null,
      },
      structuredData: structuredDataJson(context.loaderData, config, i18n),
      isLong: lengthOfHtml(context.loaderData) > wholeUpTo,
    };
    prepared.set(context, made);
    return made;
  }

  return {
    bootstrapModules: [assets.entry, ...(assets.liveReload ? [assets.liveReload] : [])].map(href),

    element({ context, json }, { colorMode, viewer }) {
      const { router, assets, structuredData, isLong } = prepare(context);
      return (
        <Document
          config={config}
          pageDataJson={viewer === null ? json : withViewer(json, viewer)}
          structuredDataJson={structuredData}
          assets={assets}
          colorMode={colorMode}
          isLong={isLong}
        >
          <App config={config} i18n={i18n} colorMode={colorMode} viewer={createViewerStore(viewer)}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </App>
        </Document>
      );
    },
  };
}

/** Adds a field to an object in JSON: the data of the page itself is written once for all visitors. */
function withViewer(json: string, viewer: Viewer): string {
  return `${json.slice(0, -1)},"viewer":${toScriptJson(viewer)}}`;
}
