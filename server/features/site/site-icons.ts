import { Router } from 'express';
import { readerOfSite, type ReadableSite } from '#server/freshness/site-reader.ts';
import { mediaPolicy, withoutFile } from '#server/http/answer/static-files.ts';
import { siteIconFile, siteIconNames } from '#server/media/pictures/site-icons.ts';
import type { MediaStore } from '#server/media/store/media-store.ts';
import { findLogoFile } from './site-queries.ts';

interface SiteWithMedia extends ReadableSite {
  media: { store: MediaStore };
}

/**
 * The icons of a site that has a logo, under the names that every site has. Before the program's own files: those are for
 * sites without, and for a logo whose icons are not there.
 */
export function siteIcons(site: SiteWithMedia): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(
    siteIconNames.map((name) => `/${name}`),
    async (request, response, next) => {
      const logo = await findLogoFile(readerOfSite(site)).catch(() => null);
      const file = logo && (await site.media.store.localFile(siteIconFile(logo, request.path.slice(1))));
      if (!file) return next();
      const leaveFile = withoutFile(response, next);
      const headers = { 'Content-Security-Policy': mediaPolicy };
      // Browsers ask each time: a new logo appears at once.
      response.sendFile(file, { headers, maxAge: 0, dotfiles: 'allow' }, (error) => {
        // A visitor who has left needs no other icon.
        if (error && !response.closed) leaveFile(error);
      });
    },
  );

  return router;
}
