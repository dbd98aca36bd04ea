import { createStaticHandler, type StaticHandler, type StaticHandlerContext } from 'react-router';
import type { ComponentType } from 'react';
import { withBase } from '#shared/address/paths.ts';
import type { RouteId } from '#shared/address/routes.ts';
import { pages } from '#client/pages.ts';
import { loadListParts } from '#client/pages/product-list-page.tsx';
import { createRouteObjects } from '#client/route-objects.tsx';

export interface SiteRouter {
  handler: StaticHandler;
  /** Starts and ends with a slash. */
  basePath: string;
}

export async function createSiteRouter(basePath: string): Promise<SiteRouter> {
  const createAt = await loadSiteRouters();
  return createAt(basePath);
}

/** The shared routes with every page loaded: on the server nothing is lazy. Gives what makes a router at a base path. */
export async function loadSiteRouters(): Promise<(basePath: string) => SiteRouter> {
  const loaded = new Map<string, ComponentType>();
  for (const [id, load] of Object.entries(pages)) loaded.set(id, await load());
  await loadListParts({ facets: true, table: true });
  const routes = createRouteObjects((id: RouteId) => ({ Component: loaded.get(id) ?? null }));
  return (basePath) => ({ handler: createStaticHandler(routes, { basename: basePath }), basePath });
}

/** The routes that match an address, still without data. */
export async function matchPage({ handler }: SiteRouter, url: URL): Promise<StaticHandlerContext> {
  const context = await handler.query(new Request(url), { filterMatchesToLoad: () => false });
  if (context instanceof Response) throw new Error('without loaders there is nothing that redirects');
  return context;
}

/** The layout, and in it the place of a page. */
export async function matchNoPage(site: SiteRouter): Promise<StaticHandlerContext> {
  return matchPage(site, new URL(withBase(site.basePath, '/_'), 'http://site'));
}
