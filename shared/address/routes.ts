/**
 * Every address of the site, as plain data; ids and paths are a contract with older clients (docs/contracts.md). The
 * server attaches loaders to these ids (server/pages/load/loaders.ts), the browser and the server-side render attach pages
 * (client/pages.ts).
 *
 * `path` is absolute and without the base path; `:name` is one segment.
 * `loader: true` means the route has data, whose type stands in shared/payload/route-payloads.ts.
 * `personal: true` means that its page takes forms and is never stored or shared.
 * `unstored: true` means that its page is the same for everybody, and yet made anew for each request: there are as many of
 * them as there are words.
 * `query` names all parameters that a page depends on, in the order in which its one address has them: no other reaches
 * its loader, or is written into the page.
 */
export const layoutRoute = { id: 'layout', loader: true } as const;

export const pageRoutes = [
  { id: 'index', path: '/', loader: true, query: ['category', 'sort', 'page'] },
  { id: 'login', path: '/login', loader: true, personal: true, query: ['next', 'notice'] },
  { id: 'account', path: '/account', loader: true, personal: true, query: ['notice'] },
  { id: 'account-saved', path: '/account/saved', loader: true, personal: true },
  { id: 'articles', path: '/articles', loader: true, query: ['page'] },
  { id: 'articles-id', path: '/articles/:id', loader: true },
  { id: 'articles-tag-tag', path: '/articles/tag/:tag', loader: true, query: ['page'] },
  {
    id: 'product',
    path: '/product',
    loader: true,
    query: ['category', 'brand', 'availability', 'min', 'max', 'f', 'sort', 'page'],
  },
  { id: 'product-info-product_id', path: '/product/info/:product_id', loader: true, query: ['variant'] },
  { id: 'author-author_id', path: '/author/:author_id', loader: true, query: ['page'] },
  { id: 'pages-id', path: '/pages/:id', loader: true },
  {
    id: 'search',
    path: '/search',
    loader: true,
    unstored: true,
    query: ['q', 'kind', 'sort', 'category', 'tag', 'author', 'availability', 'min', 'max', 'page'],
  },
  // Has a loader so that an unknown path is answered by the same mechanism as a missing article: null is 404.
  { id: 'not-found', path: '*', loader: true },
] as const;

/** Whether the route's page is one visitor's alone. */
export function isPersonalRoute(id: string | undefined): boolean {
  return pageRoutes.some((route) => route.id === id && 'personal' in route);
}

/** Whether pages of the route may be stored or prefetched. */
export function isStoredRoute(id: string | undefined): boolean {
  return !pageRoutes.some((route) => route.id === id && ('personal' in route || 'unstored' in route));
}

type PageRoute = (typeof pageRoutes)[number];
type Route = typeof layoutRoute | PageRoute;

export type PageRouteId = PageRoute['id'];
export type RouteId = Route['id'];
export type LoaderRouteId = Extract<Route, { loader: true }>['id'];
