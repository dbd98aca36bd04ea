import { Router } from 'express';
import { themeColors } from '#shared/color-mode.ts';
import { language } from '#shared/locale/language.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import { readerOfSite, type ReadableSite } from '#server/freshness/site-reader.ts';
import { sendTagged } from '#server/http/answer/send-tagged.ts';
import { readSiteSettings } from './site-queries.ts';

/** Name, icon and colours of the site on the home screen of a telephone. */
export function webManifest(site: ReadableSite): Router {
  const { basePath } = site.config;
  const router = Router({ caseSensitive: true, strict: true });

  router.get(paths.webManifest, async (_request, response) => {
    const reader = readerOfSite(site);
    const { name, description, colors } = await readSiteSettings(reader);
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
