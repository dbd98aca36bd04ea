import type { Request, RequestHandler, Response } from 'express';
import { unexpectedError, type PageError } from '#shared/page-error.ts';
import { withBase } from '#shared/paths.ts';
import { createReader } from '#server/db/reader.ts';
import { colorModeOf } from '#server/http/color-mode.ts';
import { isCrawler } from '#server/http/crawler.ts';
import { sendError, sendErrorJson, type SendErrorPage } from '#server/http/error-answer.ts';
import { requestIdOf, requestLogOf } from '#server/http/request-log.ts';
import type { Services } from '#server/services.ts';
import { loadPage, withError, type LoadedPage } from './load-page.ts';
import type { Renderer } from './render-page.tsx';
import type { SiteRouter } from './site-router.tsx';
import { staticErrorPage } from './static-error-page.ts';

const payloadSuffix = '/_payload.json';

type Page = LoadedPage & { kind: 'page' };

interface PageAnswers {
  /** Every address that nothing before it answered: pages, and the data of each page beside it. */
  routes: RequestHandler;
  sendErrorPage: SendErrorPage;
}

export function createPageAnswers(services: Services, site: SiteRouter, renderer: Renderer): PageAnswers {
  const { basePath } = services.config;

  function load(url: URL, response: Response, onError: (error: unknown) => void): Promise<LoadedPage> {
    const reader = createReader({
      db: services.db.read,
      now: new Date(services.clock.now()).toISOString(),
      basePath,
      facts: services.facts,
    });
    return loadPage(site, { url, basePath, reader, requestId: requestIdOf(response), onError });
  }

  async function answer(request: Request, response: Response): Promise<void> {
    const onError = logOnce(response);
    const requested = new URL(`http://site${request.originalUrl}`);
    // On the path alone: a query that merely contains the text is a page's.
    const isPayload = requested.pathname.endsWith(payloadSuffix);
    const url = new URL(requested);
    if (isPayload) url.pathname = requested.pathname.slice(0, -payloadSuffix.length) || '/';

    const page = await load(url, response, onError);
    if (page.kind === 'redirect') {
      const path = isPayload ? `${page.path === '/' ? '' : page.path}${payloadSuffix}` : page.path;
      response.redirect(308, withBase(basePath, path) + requested.search);
    } else if (isPayload) {
      sendPayload(page, request, response);
    } else if (page.error !== null) {
      await sendError(page.error, request, response, () => renderOrGiveUp(page, request, response, onError));
    } else {
      response.set('Cache-Control', 'public, max-age=0, must-revalidate').vary('Cookie');
      await renderOrSendError(page, request, response, onError);
    }
  }

  async function renderOrSendError(
    page: Page,
    request: Request,
    response: Response,
    onError: (error: unknown) => void,
  ): Promise<void> {
    try {
      const forCrawler = isCrawler(request.headers['user-agent']);
      await renderer.render(page, response, {
        isCrawler: forCrawler,
        colorMode: colorModeOf(request),
        onError,
      });
    } catch (error) {
      if (response.headersSent || response.destroyed) return;
      onError(error);
      const pageError = unexpectedError(requestIdOf(response));
      const failed = withError(page, pageError);
      await sendError(pageError, request, response, () => renderOrGiveUp(failed, request, response, onError));
    }
  }

  /** An error in the site's dress; when even that fails, one that needs nothing. */
  async function renderOrGiveUp(
    page: Page,
    request: Request,
    response: Response,
    onError: (error: unknown) => void,
  ): Promise<void> {
    try {
      response.vary('Cookie');
      await renderer.render(page, response, { isCrawler: false, colorMode: colorModeOf(request), onError });
    } catch (error) {
      if (response.headersSent || response.destroyed) return;
      onError(error);
      sendStaticPage(page.error ?? unexpectedError(requestIdOf(response)), response);
    }
  }

  function sendStaticPage(error: PageError, response: Response): void {
    response.status(error.statusCode).type('html').send(staticErrorPage(error, basePath));
  }

  return {
    async routes(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      await answer(request, response);
    },

    /** For errors of requests that no page answers: the layout around nothing but the error. */
    async sendErrorPage(error, request, response) {
      const onError = logOnce(response);
      const page = await load(new URL(`http://site${withBase(basePath, '/_')}`), response, onError);
      if (page.kind === 'page') await renderOrGiveUp(withError(page, error), request, response, onError);
      else sendStaticPage(error, response);
    },
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

function sendPayload(page: Page, request: Request, response: Response): void {
  if (page.error === null) {
    response.set('Cache-Control', 'no-cache').json({ data: page.data });
  } else {
    response.set('Cache-Control', 'no-store');
    sendErrorJson(page.error, request, response);
  }
}
