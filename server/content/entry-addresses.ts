import { composed } from '#shared/composed.ts';
import { buildPath, paths, readParam } from '#shared/paths.ts';
import { pageRoutes, type PageRouteId } from '#shared/routes.ts';
import type { EntryTable } from '#server/db/entry-versions.ts';

/** The page of each kind of entry. */
const pages = {
  authors: { path: (id: string) => paths.author(id), routeId: 'author-author_id' },
  articles: { path: paths.article, routeId: 'articles-id' },
  products: { path: paths.product, routeId: 'product-info-product_id' },
  pages: { path: (id: string) => buildPath('pages-id', { id }), routeId: 'pages-id' },
} as const satisfies Record<EntryTable, { path: (id: string) => string; routeId: PageRouteId }>;

/** The site path at which an entry is a page, whether visitors can see it or not. */
export function addressOfEntry(kind: EntryTable, id: string): string {
  return pages[kind].path(id);
}

/** The settings of the site, which are an entry too, have no page. */
export function hasAddress(kind: string): kind is EntryTable {
  return Object.hasOwn(pages, kind);
}

/** What is or would be at a site path. */
export type PathMeaning =
  | { is: 'entry'; kind: EntryTable; id: string }
  /** The list of its articles, which is a page while there are any. */
  | { is: 'tag'; tag: string }
  /** A page that is always there, such as a list. */
  | { is: 'page' }
  /** No page can be there. */
  | { is: 'nothing' };

export function meaningOf(path: string): PathMeaning {
  const segments = decodedSegments(path);
  const matched = segments && matchRoute(segments);
  if (!matched) return { is: 'nothing' };
  if (matched.params['tag'] !== undefined) return { is: 'tag', tag: matched.params['tag'] };
  for (const [kind, { routeId }] of Object.entries(pages)) {
    const id = Object.values(matched.params)[0];
    if (routeId === matched.id && hasAddress(kind) && id !== undefined) return { is: 'entry', kind, id };
  }
  return { is: 'page' };
}

/**
 * The one spelling of any site path, by which it is looked up: that of the page which could be there, and of every other
 * path its segments in NFC and percent-encoded, without a slash at the end. Null when its escapes mean nothing, or it is
 * longer than any address.
 */
export function spellSitePath(path: string): string | null {
  const segments = decodedSegments(path);
  if (segments === null) return null;
  const matched = matchRoute(segments);
  return matched ? buildPath(matched.id, matched.params) : `/${segments.map(encodeURIComponent).join('/')}`;
}

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
    // No request reaches a path with these (server/http/request-target.ts), and PostgreSQL cannot be asked for a NUL.
    return decoded.some((segment) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(segment)) ? null : decoded;
  } catch {
    return null;
  }
}

interface MatchedRoute {
  id: PageRouteId;
  params: Record<string, string>;
}

/** As React Router does it: the case of static segments does not matter. */
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
