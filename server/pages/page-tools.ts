import type { Services } from '#server/services.ts';
import type { ResponseEncoder } from './store/encoded-response.ts';
import type { PageCache } from './store/page-cache.ts';
import type { Renderer } from './render/render-page.tsx';
import type { SiteRouter } from './render/site-router.tsx';

/** Tools that are made once, for everything that answers with a page. */
export interface PageTools {
  services: Services;
  site: SiteRouter;
  renderer: Renderer;
  pageCache: PageCache;
  encode: ResponseEncoder;
}
