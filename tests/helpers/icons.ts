import express, { type Express } from 'express';
import { systemClock } from '#server/base/clock.ts';
import { iconRoutes } from '#server/features/icons/icon-routes.ts';
import { silentLog } from './databases.ts';
import type { IconServiceDouble } from './icon-service.ts';
import { openSite, type TestSite } from './site.ts';

/** Below it are the icons. */
export const base = '/api/_nuxt_icon';
export const square = '<path d="M1 1h8v8H1z"/>';
export const circle = '<circle cx="5" cy="5" r="4"/>';
export const tabler = { tabler: { square, circle } };

export const cachedLong = 'public, max-age=86400, s-maxage=604800, stale-while-revalidate=604800';
export const cachedBriefly = 'public, max-age=30';

/** The whole app with an icon service behind it. */
export function openSiteWith(
  service: IconServiceDouble,
  options: Parameters<typeof openSite>[0] = {},
): Promise<TestSite> {
  return openSite({ ...options, env: { ICON_API_URL: service.url, ...options.env } });
}

/** The routes alone, with a service that may take only this long. */
export function impatientApp(iconApiUrl: string, timeoutMs: number): Express {
  const options = { collectionsDir: 'node_modules/@iconify-json', fetch, log: silentLog, clock: systemClock };
  const routes = iconRoutes({ ...options, iconApiUrl: `${iconApiUrl}/`, timeoutMs });
  return express().set('etag', false).use(routes);
}
