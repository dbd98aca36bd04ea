import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Router, type Request, type Response } from 'express';
import { createCodingChoice } from '#server/http/content-coding.ts';
import type { Config } from '#server/config.ts';
import { readFileName, type SitemapOptions } from './sitemap.ts';
import { createSitemapFiles, type MadeFile, type SitemapTools } from './sitemap-files.ts';

interface SitemapRouteTools extends SitemapTools {
  config: SitemapTools['config'] & Pick<Config, 'publicUrl' | 'isIndexable'>;
}

/** The files that `/sitemap.xml` names. */
export function sitemapRoutes(
  tools: SitemapRouteTools,
  { listPages }: Pick<SitemapOptions, 'listPages'>,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { publicUrl, isIndexable } = tools.config;
  // Its addresses have to be complete; and nobody is to be led to what is not to be found.
  if (publicUrl === null || !isIndexable) return router;
  const files = createSitemapFiles(tools, { publicUrl, listPages });

  router.get('/sitemaps/:name', async (request, response, next) => {
    const file = readFileName(request.params.name);
    const made = file && (await files.find(file));
    if (made) await send(made, request, response);
    else next();
  });

  return router;
}

const chooseCoding = createCodingChoice(['gzip']);

async function send({ etag, gzip }: MadeFile, request: Request, response: Response): Promise<void> {
  response
    .set({ ETag: etag, 'Cache-Control': 'public, max-age=0, must-revalidate' })
    .type('application/xml')
    .vary('Accept-Encoding');
  if (request.fresh) {
    response.status(304).end();
  } else if (chooseCoding(request.headers['accept-encoding']) === 'gzip') {
    response.set({ 'Content-Encoding': 'gzip', 'Content-Length': String(gzip.length) }).end(gzip);
  } else if (request.method === 'HEAD') {
    response.end();
  } else {
    await pipeline(Readable.from([gzip]), createGunzip(), response);
  }
}
