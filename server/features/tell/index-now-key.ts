import { Router } from 'express';
import type { Config } from '#server/config/config.ts';

/** File that proves to search engines that the site itself announces its changes. */
export function indexNowKey({ indexNow }: Pick<Config, 'indexNow'>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  if (indexNow === null) return router;
  router.get(keyPath(indexNow.key), (_request, response) => {
    response.type('text').set('Cache-Control', 'public, max-age=0, must-revalidate').send(indexNow.key);
  });
  return router;
}

/**
 * Path of the file with the key, which proves that the announcement comes from the site: in the site's own folder, so
 * that it holds below a base path too.
 */
export function keyPath(key: string): string {
  return `/${key}.txt`;
}
