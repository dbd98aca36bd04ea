import type { ComponentType } from 'react';
import type { RouteId } from '#shared/address/routes.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';

/** Route id → its page, loaded when needed. The build reads the file names from here: one `import('…')` a line. */
export const pages: Record<RouteId, () => Promise<ComponentType>> = {
  layout: () => import('./layouts/page-layout.tsx').then((m) => m.PageLayout),
  index: () => import('./pages/front-page.tsx').then((m) => m.FrontPage),
  product: () => import('./pages/product-list-page.tsx').then((m) => m.ProductListPage),
  'product-info-product_id': () => import('./pages/product-page.tsx').then((m) => m.ProductPage),
  articles: () => import('./pages/article-list-page.tsx').then((m) => m.ArticleListPage),
  'articles-id': () => import('./pages/article-page.tsx').then((m) => m.ArticlePage),
  'articles-tag-tag': () => import('./pages/tag-page.tsx').then((m) => m.TagPage),
  'author-author_id': () => import('./pages/author-page.tsx').then((m) => m.AuthorPage),
  'pages-id': () => import('./pages/site-page.tsx').then((m) => m.SitePage),
  search: () => import('./pages/search-page.tsx').then((m) => m.SearchPage),
  login: () => import('./pages/login-page.tsx').then((m) => m.LoginPage),
  account: () => import('./pages/account-page.tsx').then((m) => m.AccountPage),
  'account-saved': () => import('./pages/saved-page.tsx').then((m) => m.SavedPage),
  'not-found': () => import('./pages/not-found-page.tsx').then((m) => m.NotFoundPage),
};

/** Loads what only some addresses of a page need, before it is shown. */
export async function loadParts({ product }: PayloadBody['data']): Promise<void> {
  if (product?.facets || product?.table)
    await import('./pages/product-list-page.tsx').then((m) => m.loadListParts(product));
}
