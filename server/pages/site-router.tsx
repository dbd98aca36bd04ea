import { createStaticHandler, type StaticHandler } from 'react-router';
import type { ComponentType } from 'react';
import type { RouteId } from '#shared/routes.ts';
import { pages } from '#client/pages.ts';
import { createRouteObjects } from '#client/route-objects.tsx';

export interface SiteRouter {
  handler: StaticHandler;
  /** Starts and ends with a slash. */
  basePath: string;
}

/** The shared routes with every page loaded: on the server nothing is lazy. */
export async function createSiteRouter(basePath: string): Promise<SiteRouter> {
  const loaded = new Map<string, ComponentType>();
  for (const [id, load] of Object.entries(pages)) loaded.set(id, await load());
  const routes = createRouteObjects((id: RouteId) => ({ Component: loaded.get(id) ?? null }));
  return { handler: createStaticHandler(routes, { basename: basePath }), basePath };
}
