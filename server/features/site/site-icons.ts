import { Router } from 'express';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import { createReader, type QueryCache } from '#server/freshness/reader.ts';
import { isStored, mediaFolder } from '#server/media/media-folder.ts';
import { siteIconFile, siteIconNames } from '#server/media/site-icons.ts';
import { findLogoFile } from './site-queries.ts';

interface SiteIconsOptions {
  db: Database;
  queryCache: QueryCache;
  clock: Clock;
  basePath: string;
  dataDir: string;
}

/**
 * The icons of a site that has a logo, under the names that every site has. Before the program's own files: those are for
 * sites without, and for a logo whose icons are not there.
 */
export function siteIcons({ db, queryCache, clock, basePath, dataDir }: SiteIconsOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const folder = mediaFolder(dataDir);

  router.get(
    siteIconNames.map((name) => `/${name}`),
    async (request, response, next) => {
      const now = new Date(clock.now()).toISOString();
      const logo = await findLogoFile(createReader({ db: db.read, now, basePath, queryCache })).catch(
        () => null,
      );
      const file = logo && siteIconFile(folder, logo, request.path.slice(1));
      if (!file || !(await isStored(file))) return next();
      // Asked about each time: another logo is there at once.
      response.sendFile(file, { maxAge: 0, dotfiles: 'allow' });
    },
  );

  return router;
}
