import { Router } from 'express';
import { paths, withBase } from '#shared/address/paths.ts';
import { filterNames } from '#shared/address/product-filters.ts';
import type { Config } from '#server/config/config.ts';
import { sendTagged } from '#server/http/answer/send-tagged.ts';

/** Site paths with nothing worth finding: searches, and pages of a single visitor. */
const unlisted = ['/search', paths.account, paths.login, paths.edit];
/** Lists with filters, of which there are as many as there are combinations. */
const filtered = filterNames.map((name) => `${paths.products()}?*${name}=`);

/**
 * Rules for crawlers. At the root of the host, the only place where they look, also when the site lives below it: then
 * the owner of the root passes the address on, or repeats the rules there.
 */
export function robotsTxt({
  basePath,
  publicUrl,
  isIndexable,
}: Pick<Config, 'basePath' | 'publicUrl' | 'isIndexable'>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const refused = isIndexable
    ? [...unlisted, ...filtered].map((path) => withBase(basePath, path))
    : [basePath];
  const lines = [
    'User-agent: *',
    ...refused.map((path) => `Disallow: ${path}`),
    ...(isIndexable && publicUrl !== null
      ? ['', `Sitemap: ${publicUrl}${withBase(basePath, '/sitemap.xml')}`]
      : []),
  ];
  const text = `${lines.join('\n')}\n`;

  router.get('/robots.txt', (_request, response) => {
    response.type('text').set('Cache-Control', 'public, max-age=0, must-revalidate');
    sendTagged(response, text);
  });

  return router;
}
