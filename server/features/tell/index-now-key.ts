import { Router } from 'express';
import type { Config } from '#server/config.ts';

/** The file by which the search engines know that it is the site that tells them. */
export function indexNowKey({ indexNow }: Pick<Config, 'indexNow'>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  if (indexNow === null) return router;
  router.get(keyPath(indexNow.key), (_request, response) => {
    response.type('text').set('Cache-Control', 'public, max-age=0, must-revalidate').send(indexNow.key);
  });
  return router;
}

/** Where the key proves that who tells is who answers: in the site's own folder, so that it holds below a base path too. */
export function keyPath(key: string): string {
  return `/${key}.txt`;
}
