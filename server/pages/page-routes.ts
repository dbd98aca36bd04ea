import type { Request, RequestHandler, Response } from 'express';
import { isbot } from 'isbot';
import { unexpectedError } from '#shared/page-error.ts';
import { withBase } from '#shared/paths.ts';
import { createReader } from '#server/db/reader.ts';
import { requestIdOf, requestLogOf } from '#server/http/request-log.ts';
import { errorDocument } from '#server/http/error-answer.ts';
import type { Services } from '#server/services.ts';
import { loadPage, withError, type LoadedPage } from './load-page.ts';
import type { Renderer } from './render-page.tsx';
import type { SiteRouter } from './site-router.tsx';
import { staticErrorPage } from './static-error-page.ts';

const payloadSuffix = '/_payload.json';

/** Every address that nothing before it answered: pages, and the data of each page beside it. */
export function pageRoutes(services: Services, site: SiteRouter, renderer: Renderer): RequestHandler {
  const { basePath } = services.config;

  async function answer(request: Request, response: Response): Promise<void> {
    const requestId = requestIdOf(response);
    const onError = logOnce(response);
    const requested = new URL(`http://site${request.originalUrl}`);
    const isPayload = requested.pathname.endsWith(payloadSuffix);
    const url = new URL(requested);
    if (isPayload) url.pathname = requested.pathname.slice(0, -payloadSuffix.length) || '/';

    const reader = createReader(services.db.read, services.clock.now(), basePath);
    const page = await loadPage(site, { url, basePath, reader, requestId, onError });

    if (page.kind === 'redirect') {
      const path = isPayload ? `${page.path === '/' ? '' : page.path}${payloadSuffix}` : page.path;
      response.redirect(308, withBase(basePath, path) + requested.search);
    } else if (isPayload) {
      sendPayload(response, page, requested);
    } else {
      await sendPage(request, response, page, { requestId, onError });
    }
  }

  async function sendPage(
    request: Request,
    response: Response,
    page: LoadedPage & { kind: 'page' },
    { requestId, onError }: { requestId: string; onError: (error: unknown) => void },
  ): Promise<void> {
    response.set('Cache-Control', 'public, max-age=0, must-revalidate');
    const options = { isCrawler: isbot(request.headers['user-agent']), onError };
    try {
      await renderer.render(page, response, options);
    } catch (error) {
      if (response.headersSent || response.destroyed) return;
      onError(error);
      const pageError = unexpectedError(requestId);
      response.set('Cache-Control', 'no-store');
      try {
        await renderer.render(withError(page, pageError), response, options);
      } catch (secondError) {
        if (response.headersSent || response.destroyed) return;
        onError(secondError);
        response.status(pageError.statusCode).type('html').send(staticErrorPage(pageError, basePath));
      }
    }
  }

  return async function answerPage(request, response, next) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    await answer(request, response);
  };
}

/** One failure often shows in several places, such as each loader of a page; one line tells of it. */
function logOnce(response: Response): (error: unknown) => void {
  let isLogged = false;
  return (error) => {
    if (!isLogged) requestLogOf(response).error({ err: error }, 'a page failed');
    isLogged = true;
  };
}

function sendPayload(response: Response, page: LoadedPage & { kind: 'page' }, requested: URL): void {
  response.status(page.statusCode).set('Cache-Control', page.error === null ? 'no-cache' : 'no-store');
  if (page.error === null) response.json({ data: page.data });
  else response.json(errorDocument(page.error, requested.pathname + requested.search));
}
