import { kindPages, type Kind } from '../kinds/kind-names.ts';
import { pageRoutes, type PageRouteId } from './routes.ts';
import { listAddress, type ListQuery } from './list-query.ts';
import { withQuery } from './spell-query.ts';
import { tagOfSegment, tagSegment } from './tag-segment.ts';

/** Site paths without the base path, ids percent-encoded. `withBase` makes an address of one. */
export const paths = {
  home: '/',
  login: '/login',
  account: '/account',
  saved: '/account/saved',
  search: '/search',
  /** Data for suggestions in a search field; no page. */
  suggestions: '/search/suggestions.json',
  /** The edit area, which is no page of the router. */
  edit: '/edit',
  /** Starts signing in with the other service; no page. */
  google: '/login/google',
  googleFor: (next: string) => withQuery('/login/google', [['next', next]]),
  googleCallback: '/login/google/callback',
  /** `next` is a site path without the base path. */
  loginFor: (next: string) => withQuery('/login', [['next', next]]),
  /** Takes a form, is no page. */
  colorMode: '/color-mode',
  /** Both are files, no pages. */
  touchIcon: '/apple-touch-icon.png',
  webManifest: '/manifest.webmanifest',
  /** For programs that read texts; no page. */
  llmsTxt: '/llms.txt',
  products: (query: Partial<ListQuery> = {}) => listAddress('/product', query),
  brand: (brand: string) => withQuery('/product', [['brand', brand]]),
  articles: (query: Partial<ListQuery> = {}) => listAddress('/articles', query),
  product: (id: string, variant?: string) =>
    withQuery(buildPath('product-info-product_id', { product_id: id }), [['variant', variant]]),
  article: (id: string) => buildPath('articles-id', { id }),
  tag: (tag: string, query: Partial<ListQuery> = {}) =>
    listAddress(buildPath('articles-tag-tag', { tag }), query),
  author: (id: string, query: Partial<ListQuery> = {}) =>
    listAddress(buildPath('author-author_id', { author_id: id }), query),
};

/**
 * The one spelling of a route's path: lower-case static segments, no trailing slash, ids in NFC and
 * percent-encoded as `encodeURIComponent` does, tags as tag-segment.ts says before. Any other spelling is redirected to
 * this one.
 */
export function buildPath(
  routeId: PageRouteId,
  params: Readonly<Record<string, string | undefined>>,
): string {
  const parts = patterns.get(routeId);
  if (parts === undefined) throw new Error(`unknown route ${routeId}`);
  return parts.map((part, index) => (index % 2 === 0 ? part : encodeParam(part, params[part]))).join('');
}

/** The site path at which an entry is a page, whether visitors can see it or not. */
export function entryPath(kind: Kind, id: string): string {
  return kindPages[kind].address.replace(/:(\w+)$/, (_, name: string) => encodeParam(name, id));
}

/** How a value stands in a path as a whole segment, or beside the text around it. */
export function encodeParam(name: string, value = ''): string {
  const segment = name === 'tag' ? tagSegment(value) : value;
  // Most ids; a list has dozens.
  return /^[\w-]*$/.test(segment) ? segment : encodeURIComponent(segment.normalize('NFC'));
}

/** Returns the value of a param from its percent-decoded segment of a path: the reverse of `buildPath`. */
export function readParam(name: string, segment: string): string {
  const value = segment.normalize('NFC');
  return name === 'tag' ? tagOfSegment(value) : value;
}

/** Site path of an article's text as Markdown, from that of its page. */
export function markdownPath(page: string): string {
  return `${page}.md`;
}

/** `basePath` starts and ends with a slash, `path` starts with one. */
export function withBase(basePath: string, path: string): string {
  return basePath + path.slice(1);
}

/** Text, name of a parameter, text, … */
const patterns = new Map<PageRouteId, string[]>(
  pageRoutes.map((route) => [route.id, route.path.split(/:(\w+)/)]),
);
