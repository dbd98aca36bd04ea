import { Router } from 'express';
import type { SiteColors } from '#shared/payload/payloads.ts';

/** The address of the style sheet with these colours: a site path. */
export function colorSheetPath({ light, dark }: SiteColors): string {
  return `/colors/${light.slice(1)}-${dark.slice(1)}.css`;
}

/**
 * A style sheet with the colours that its address names, which a page of a site with colours of its own loads after the
 * site's. The policy allows no styles within a page.
 */
export function siteColors(): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get('/colors/:light-:dark.css', (request, response, next) => {
    const { light = '', dark = '' } = request.params;
    if (![light, dark].every((color) => /^[0-9a-f]{6}$/.test(color))) return next();
    response.set('Cache-Control', 'public, max-age=31536000, immutable').type('css');
    response.send(
      // The switches of client/styles/foundation/tokens.css.
      `:root{--ui-primary:var(--light,#${light}) var(--dark,#${dark});--ui-primary-fill:#${light};` +
        `--ui-primary-fill-hover:color-mix(in oklab,#${light},#000 15%)}\n`,
    );
  });

  return router;
}
