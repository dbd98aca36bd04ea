import { composed } from '#shared/composed.ts';
import { kindNames, kindPages, listPath, mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { buildPath, entryPath, readParam } from '#shared/address/paths.ts';
import { pageRoutes, type PageRouteId } from '#shared/address/routes.ts';
import { isDated } from '#server/db/tables/kind-columns.ts';

interface EntryRoute {
  id: PageRouteId;
  /** Name of the segment with the id of an entry, or of the parameter. */
  param: string;
  /** The id stands in the query: without it, the page is another. */
  isInQuery: boolean;
}

/** The page of each kind of entry: the route with its address. */
const entryRoutes: Readonly<Record<Kind, EntryRoute>> = mapKinds((kind) => {
  const { address } = kindPages[kind];
  const [path, query] = address.split('?');
  const route = pageRoutes.find((one) => one.path === path);
  const [, param] = (query === undefined ? /:(\w+)$/ : /^(\w+)=:\w+$/).exec(query ?? address) ?? [];
  if (route === undefined || param === undefined)
    throw new Error(`shared/address/routes.ts has no ${address}`);
  return { id: route.id, param, isInQuery: query !== undefined };
});

const kindsInQuery = kindNames.filter((kind) => entryRoutes[kind].isInQuery);

for (const kind of kindNames) {
  const list = listPath(kind);
  if (list === null) continue;
  if (!isDated(kind)) throw new Error(`${kind} have no times by which ${list} could list them`);
  if (pageRoutes.every(({ path }) => path !== list))
    throw new Error(`shared/address/routes.ts has no ${list}`);
}

/** Site path beside which the feed of all entries of a kind stands; null: it has no list, and so no feed. */
export function feedPage(kind: Kind): string | null {
  return kind === 'articles' ? '/' : listPath(kind);
}

/** Meaning of a site path, whether or not something is there. */
export type PathMeaning =
  | { is: 'entry'; kind: Kind; id: string }
  /** The list of its articles, which is a page while there are any. */
  | { is: 'tag'; tag: string }
  /** A page that is always there, such as a list. */
  | { is: 'page' }
  /** No page can be there. */
  | { is: 'nothing' };

export function meaningOf(path: string): PathMeaning {
  const [pathname = '', query] = path.split('?', 2);
  const segments = decodedSegments(pathname);
  const matched = segments && matchRoute(segments);
  if (!matched) return { is: 'nothing' };
  if (query !== undefined) {
    const entry = entryInQuery(matched.id, query);
    return entry === null ? { is: 'nothing' } : { is: 'entry', ...entry };
  }
  if (matched.params['tag'] !== undefined) return { is: 'tag', tag: matched.params['tag'] };
  const kind = kindNames.find((name) => !entryRoutes[name].isInQuery && entryRoutes[name].id === matched.id);
  const id = kind && matched.params[entryRoutes[kind].param];
  return kind === undefined || id === undefined ? { is: 'page' } : { is: 'entry', kind, id };
}

/**
 * The one spelling of any site path, by which it is looked up: that of the page which could be there, and of every other
 * path its segments in NFC and percent-encoded, without a slash at the end. A query belongs to it where it is that of an
 * entry's address. Null when its escapes mean nothing, it is longer than any address, or it has another query.
 */
export function spellSitePath(path: string): string | null {
  const [pathname = '', query] = path.split('?', 2);
  const segments = decodedSegments(pathname);
  if (segments === null || path.length > maxPathLength) return null;
  const matched = matchRoute(segments);
  if (query !== undefined) {
    const entry = matched && entryInQuery(matched.id, query);
    return entry && entryPath(entry.kind, entry.id);
  }
  return matched ? buildPath(matched.id, matched.params) : `/${segments.map(encodeURIComponent).join('/')}`;
}

/**
 * The address of the entry that a page of a list is about, without the other parameters, and the name of its own; null:
 * it is about none. The front page shows the same lists as the page of all products.
 */
export function listedEntryAddress(
  path: string,
  query: URLSearchParams,
): { address: string; param: string } | null {
  const routeId = path === '/' ? frontLists : (matchRoute(decodedSegments(path) ?? [])?.id ?? null);
  for (const kind of kindsInQuery) {
    const { id, param } = entryRoutes[kind];
    const value = query.get(param);
    if (id === routeId && value) return { address: entryPath(kind, value), param };
  }
  return null;
}

const frontLists: PageRouteId = 'product';

/** The entry whose id is all that a query has. */
function entryInQuery(routeId: PageRouteId, query: string): { kind: Kind; id: string } | null {
  const values = new URLSearchParams(query);
  const kind = kindsInQuery.find((name) => entryRoutes[name].id === routeId);
  const id = kind && values.get(entryRoutes[kind].param);
  if (!kind || !id || values.size > 1 || unreachable.test(id)) return null;
  return { kind, id: composed(id) };
}

/** No request reaches a path with these (server/http/request/request-target.ts), and PostgreSQL accepts no NUL. */
const unreachable = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Twice as long as an address may be. */
const maxPathLength = 8_000;

function decodedSegments(path: string): string[] | null {
  if (path.length > maxPathLength) return null;
  try {
    const segments = path.replace(/^\//, '').split('/');
    // A pattern for slashes at the end would begin anew at each slash: 16,000 took 250 ms.
    const end = segments.findLastIndex((segment) => segment !== '') + 1;
    const decoded = segments
      .slice(0, Math.max(1, end))
      .map((segment) => composed(decodeURIComponent(segment)));
    return decoded.some((segment) => unreachable.test(segment)) ? null : decoded;
  } catch {
    return null;
  }
}

interface MatchedRoute {
  id: PageRouteId;
  params: Record<string, string>;
}

/** Matches like React Router: the case of static segments does not matter. */
function matchRoute(segments: readonly string[]): MatchedRoute | null {
  for (const { id, path } of pageRoutes) {
    const pattern = path.slice(1).split('/');
    if (id === 'not-found' || pattern.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const isMatch = pattern.every((part, index) => {
      const segment = segments[index] ?? '';
      if (!part.startsWith(':')) return part === segment.toLowerCase();
      params[part.slice(1)] = readParam(part.slice(1), segment);
      return segment !== '';
    });
    if (isMatch) return { id, params };
  }
  return null;
}
