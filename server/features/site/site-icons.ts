import { Router } from 'express';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import { createReader, type QueryCache } from '#server/freshness/reader.ts';
import { withoutFile } from '#server/http/static-files.ts';
import { siteIconFile, siteIconNames } from '#server/media/site-icons.ts';
import type { MediaStore } from '#server/media/store/media-store.ts';
import { findLogoFile } from './site-queries.ts';

interface SiteIconsOptions {
  db: Database;
  queryCache: QueryCache;
  clock: Clock;
  basePath: string;
  store: MediaStore;
}

/**
 * The icons of a site that has a logo, under the names that every site has. Before the program's own files: those are for
 * sites without, and for a logo whose icons are not there.
 */
export function siteIcons({ db, queryCache, clock, basePath, store }: SiteIconsOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(
    siteIconNames.map((name) => `/${name}`),
    async (request, response, next) => {
      const now = new Date(clock.now()).toISOString();
      const logo = await findLogoFile(createReader({ db: db.read, now, basePath, queryCache })).catch(
        () => null,
      );
      const file = logo && (await store.localFile(siteIconFile(logo, request.path.slice(1))));
      if (!file) return next();
      // Asked about each time: another logo is there at once.
      const leaveFile = withoutFile(response, next);
      response.sendFile(file, { maxAge: 0, dotfiles: 'allow' }, (error) => {
        // Whoever has left needs no other icon.
        if (error && !response.closed) leaveFile(error);
      });
    },
  );

  return router;
}
