import type { StaticHandlerContext } from 'react-router';
import { listAddress, parseListQuery } from '#shared/address/list-query.ts';
import { filterNames, hasFilters, maxValues } from '#shared/address/product-filters.ts';
import { ownQuery } from '#shared/address/own-query.ts';
import { buildPath, readParam, withBase } from '#shared/address/paths.ts';
import { withQuery } from '#shared/address/spell-query.ts';
import { isPersonalRoute, pageRoutes, type PageRouteId } from '#shared/address/routes.ts';
import { isStoredPage } from '#shared/address/stored-page.ts';
import { hasTypedPrice, parseSearchQuery, searchPath } from '#shared/search.ts';
import { spellSitePath } from '#server/content/entries/entry-addresses.ts';
import { matchPage, type SiteRouter } from './render/site-router.tsx';

/** Meaning of an address, decided before any data is read. */
export interface PageTarget {
  routeId: PageRouteId;
  isPayload: boolean;
  /** Whether the page may be kept. */
  isStored: boolean;
  /** The address is another spelling of this path, which is without the base path and the query; else null. */
  redirectTo: string | null;
  /** The path in its one spelling, without the base path and the query; null when it has none. */
  path: string | null;
  /** Requested path with the query, without the base path and without the mark of a payload. */
  requested: string;
  /** Decoded, in NFC. */
  params: Readonly<Record<string, string>>;
  /** Only parameters that the page depends on, in a fixed order. */
  query: URLSearchParams;
  /** The page's address in its one spelling, of this page and its payload alike, without the base path. */
  key: string;
  /** Address of the request in its one spelling: the payload's if that was requested, else `key`. */
  address: string;
  /** The matched routes, still without data. */
  context: StaticHandlerContext;
}

export const payloadSuffix = '/_payload.json';

export function isPayloadAddress(address: string): boolean {
  const search = address.indexOf('?');
  return address.endsWith(payloadSuffix, search === -1 ? address.length : search);
}

/** `target` is that of the request line, or the address of a page with its base path. */
export async function readTarget(site: SiteRouter, target: string): Promise<PageTarget> {
  const { basePath } = site;
  const requested = new URL(`http://site${target}`);
  // On the path alone: a query that merely contains the text is a page's.
  const isPayload = requested.pathname.endsWith(payloadSuffix);
  const url = new URL(requested);
  if (isPayload) {
    const page = requested.pathname.slice(0, -payloadSuffix.length);
    url.pathname = `${page}/` === basePath ? basePath : page;
  }
  const plainAddress = `/${url.pathname.slice(basePath.length)}${url.search}`;

  const matched = await matchPage(site, url);
  const { leaf, params } = matchedRoute(matched);
  const right = leaf === 'not-found' ? null : buildPath(leaf, params);
  const redirectTo = right === null || url.pathname === withBase(basePath, right) ? null : right;
  const path = right ?? spellSitePath(`/${url.pathname.slice(basePath.length)}`);

  // Only parameters of the key reach the page. Routes are matched by the path alone, so the router need not be asked
  // again for the query that remains.
  const query = pickQuery(leaf, url.searchParams);
  const search = withQuery('', query);
  const key = right === null ? plainAddress : right + search;
  const address = isPayload ? payloadAddress(key) : key;
  const context = { ...matched, location: { ...matched.location, search } };
  return {
    routeId: leaf,
    isPayload,
    isStored: isStoredPage(leaf, query),
    redirectTo,
    path,
    requested: plainAddress,
    params,
    query,
    key,
    address,
    context,
  };
}

/** The address of the payload beside this page. */
export function payloadAddress(page: string): string {
  const [path = '', ...query] = page.split('?');
  return [`${path.replace(/\/$/, '')}${payloadSuffix}`, ...query].join('?');
}

function matchedRoute({ matches }: StaticHandlerContext) {
  const last = matches.at(-1);
  const leaf = pageRoutes.find(({ id }) => id === last?.route.id)?.id ?? 'not-found';
  const params = Object.entries(last?.params ?? {}).map(([name, value]) => [
    name,
    readParam(name, value ?? ''),
  ]);
  return { leaf, params: Object.fromEntries(params) as Record<string, string> };
}

const listNames = ['category', 'sort', 'page'];

function pickQuery(routeId: PageRouteId, given: URLSearchParams): URLSearchParams {
  const picked = new URLSearchParams(ownQuery(routeId, given));
  if (isPersonalRoute(routeId)) return picked;
  if (routeId === 'search') return pickSearch(picked);
  if (routeId === 'product' && hasFilters(given)) return pickFilters(given);
  if (!listNames.some((name) => picked.has(name))) return picked;
  // `?page=1` is the address of a list without it.
  const list = parseListQuery(picked);
  return list === null ? picked : new URLSearchParams(listAddress('', list));
}

/** Leaves a typed price as it is: its loader answers with the one address of the search. */
function pickSearch(given: URLSearchParams): URLSearchParams {
  const query = parseSearchQuery(given);
  return hasTypedPrice(given, query) ? given : new URLSearchParams(searchPath(query).split('?')[1]);
}

/** Leaves them in their order: the one address of the list has that of its category's facets. */
function pickFilters(given: URLSearchParams): URLSearchParams {
  const own = new Set<string>([...filterNames, ...listNames]);
  const entries = [...given].filter(([name]) => own.has(name)).slice(0, maxValues + own.size);
  return new URLSearchParams(entries.map(([name, value]) => [name, value.normalize('NFC')]));
}
