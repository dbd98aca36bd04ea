import { setTimeout as delay } from 'node:timers/promises';
import { Router } from 'express';
import type { Reader } from '#server/freshness/reader.ts';
import { readerOfSite, type ReadableSite } from '#server/freshness/site-reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { sendTagged } from '#server/http/answer/send-tagged.ts';
import { listSlices } from '#server/media/title-font/font-state.ts';
import { slicesCss } from '#server/media/title-font/slice-css.ts';

/** The address of the style sheet below the base path. It stays the same, so that no page changes with the font. */
export const titleFontPath = '/titles.css';

/**
 * A minute after the characters of a new title are in a file, every browser asks for it; one that was here within
 * six days asks beside showing what it has, since pages wait for this: a file that is named no longer stays for seven.
 */
const caching = 'public, max-age=60, stale-while-revalidate=518400';

/** For shared caches a minute alone: an older copy is for nobody but the browser that keeps it. */
const edgeCaching = 'max-age=60';

/** Pages that are in memory wait for the style sheet, and not for a database that is silent. */
const maxWaitMs = 200;

/** Style sheet with the file of each character of the font of titles. */
export function titleFontRoutes(site: ReadableSite): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let last: string | null = null;

  router.get(titleFontPath, async (_request, response) => {
    const read = readStyleSheet(readerOfSite(site)).then((css) => (last = css));
    // Pages are answered without the database, and are to look as they did.
    const css = await (last === null ? read : Promise.race([read, delay(maxWaitMs, last)]).catch(() => last));
    response.set({ 'Cache-Control': caching, 'CDN-Cache-Control': edgeCaching }).type('text/css');
    sendTagged(response, css ?? '');
  });

  return router;
}

function readStyleSheet(reader: Reader): Promise<string> {
  return reader.cached('title-font', async ({ db, dependsOn, basePath }) => {
    dependsOn(tags.titleFont);
    return slicesCss(await listSlices(db), `${basePath}media/`);
  });
}
