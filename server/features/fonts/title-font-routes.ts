import { Router } from 'express';
import type { Reader } from '#server/freshness/reader.ts';
import { readerOfSite, type ReadableSite } from '#server/freshness/site-reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { sendTagged } from '#server/http/send-tagged.ts';
import { listSlices } from '#server/media/fonts/font-state.ts';
import { slicesCss } from '#server/media/fonts/slice-css.ts';

/** The address of the style sheet below the base path. It stays the same, so that no page changes with the font. */
export const titleFontPath = '/titles.css';

/**
 * A minute after the characters of a new title are in a file, every browser asks for it; one that was here before asks
 * beside showing what it has.
 */
const caching = 'public, max-age=60, stale-while-revalidate=600';

/** Says in which file each character of the font of titles stands. */
export function titleFontRoutes(site: ReadableSite): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(titleFontPath, async (_request, response) => {
    const css = await readStyleSheet(readerOfSite(site));
    response.set('Cache-Control', caching).type('text/css');
    sendTagged(response, css);
  });

  return router;
}

function readStyleSheet(reader: Reader): Promise<string> {
  return reader.cached('title-font', async ({ db, dependsOn, basePath }) => {
    dependsOn(tags.titleFont);
    return slicesCss(await listSlices(db), `${basePath}media/`);
  });
}
