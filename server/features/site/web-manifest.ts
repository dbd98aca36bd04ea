import { Router } from 'express';
import { themeColors } from '#shared/color-mode.ts';
import { language } from '#shared/locale/language.ts';
import { paths, withBase } from '#shared/paths.ts';
import type { Clock } from '#server/clock.ts';
import { createReader, type QueryCache } from '#server/freshness/reader.ts';
import type { Database } from '#server/db/open-database.ts';
import { sendTagged } from '#server/http/send-tagged.ts';
import { readSiteSettings } from './site-queries.ts';

interface WebManifestOptions {
  db: Database;
  queryCache: QueryCache;
  clock: Clock;
  basePath: string;
}

/** What a telephone calls the site, and shows for it, when someone puts it beside the apps. */
export function webManifest({ db, queryCache, clock, basePath }: WebManifestOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(paths.webManifest, async (_request, response) => {
    const now = new Date(clock.now()).toISOString();
    const { name, description, colors } = await readSiteSettings(
      createReader({ db: db.read, now, basePath, queryCache }),
    );
    const manifest = {
      id: basePath,
      name,
      ...(description !== '' && { description }),
      lang: language,
      start_url: basePath,
      scope: basePath,
      // It is a site, with addresses to copy and pages to go back to.
      display: 'browser',
      background_color: themeColors.light,
      theme_color: colors?.light ?? themeColors.light,
      icons: [
        { src: withBase(basePath, '/favicon.svg'), type: 'image/svg+xml', sizes: 'any' },
        ...[192, 512].map((size) => ({
          src: withBase(basePath, `/icon-${size}.png`),
          type: 'image/png',
          sizes: `${size}x${size}`,
          purpose: 'any maskable',
        })),
      ],
    };
    response.set('Cache-Control', 'no-cache').type('application/manifest+json');
    sendTagged(response, JSON.stringify(manifest));
  });

  return router;
}
