import type { Request, RequestHandler, Response } from 'express';
import type { FormAnswer } from '#shared/accounts.ts';
import { unexpectedError, type PageError } from '#shared/page-error.ts';
import { withBase } from '#shared/paths.ts';
import type { PayloadBody } from '#shared/payloads.ts';
import { isPersonalRoute } from '#shared/routes.ts';
import { createReader } from '#server/db/reader.ts';
import type { SignedIn } from '#server/features/accounts/viewers.ts';
import { colorModeOf } from '#server/http/color-mode.ts';
import { isCrawler } from '#server/http/crawler.ts';
import { sendError, sendErrorJson, wantsJson, type SendErrorPage } from '#server/http/error-answer.ts';
import type { SendFormProblem } from '#server/http/form-answer.ts';
import { requestIdOf, requestLogOf } from '#server/http/request-log.ts';
import type { Services } from '#server/services.ts';
import { loadPage, withError, withFormProblem, type LoadedPage } from './load-page.ts';
import type { Renderer } from './render-page.tsx';
import type { SiteRouter } from './site-router.tsx';
import { staticErrorPage } from './static-error-page.ts';

const payloadSuffix = '/_payload.json';

type Page = LoadedPage & { kind: 'page' };

interface PageAnswers {
  /** Every address that nothing before it answered: pages, and the data of each page beside it. */
  routes: RequestHandler;
  sendErrorPage: SendErrorPage;
  sendFormProblem: SendFormProblem;
}

/** One request for a page, and who it comes from. */
interface Visit {
  request: Request;
  response: Response;
  signedIn: SignedIn | null;
  onError: (error: unknown) => void;
}

export function createPageAnswers(services: Services, site: SiteRouter, renderer: Renderer): PageAnswers {
  const { basePath } = services.config;
  const { accounts } = services;
  const { viewers } = accounts;

  async function openVisit(request: Request, response: Response): Promise<Visit> {
    const signedIn = await viewers.find(request, response);
    return { request, response, signedIn, onError: logOnce(response) };
  }

  function load(url: URL, { response, signedIn, onError }: Visit): Promise<LoadedPage> {
    const reader = createReader({
      db: services.db.read,
      now: new Date(services.clock.now()).toISOString(),
      basePath,
      facts: services.facts,
    });
    const requestId = requestIdOf(response);
    return loadPage(site, { url, basePath, reader, accounts, signedIn, requestId, onError });
  }

  async function answer(visit: Visit): Promise<void> {
    const { request, response } = visit;
    const requested = new URL(`http://site${request.originalUrl}`);
    // On the path alone: a query that merely contains the text is a page's.
    const isPayload = requested.pathname.endsWith(payloadSuffix);
    const url = new URL(requested);
    if (isPayload) url.pathname = requested.pathname.slice(0, -payloadSuffix.length) || '/';

    const page = await load(url, visit);
    if (page.kind === 'redirect') {
      const path = isPayload ? `${page.path === '/' ? '' : page.path}${payloadSuffix}` : page.path;
      response.redirect(308, withBase(basePath, path) + requested.search);
    } else if (page.kind === 'see-other') {
      response.set('Cache-Control', privateCaching);
      if (isPayload) response.json({ data: {}, seeOther: page.path } satisfies PayloadBody);
      else response.redirect(303, withBase(basePath, page.path));
    } else if (isPayload) {
      sendPayload(page, visit);
    } else if (page.error !== null) {
      await sendError(page.error, request, response, () => renderOrGiveUp(page, visit));
    } else {
      const caching = isShared(page, request) ? 'public, max-age=0, must-revalidate' : privateCaching;
      response.set('Cache-Control', caching).vary('Cookie');
      await renderOrSendError(page, visit);
    }
  }

  /** Whether the page is the same for everybody who asks without a session: only then may it be kept. */
  function isShared(page: Page, request: Request): boolean {
    return viewers.isAnonymous(request) && !isPersonalRoute(page.context.matches.at(-1)?.route.id);
  }

  function render(page: Page, { request, response, signedIn, onError }: Visit, forCrawler: boolean) {
    return renderer.render(page, response, {
      isCrawler: forCrawler,
      colorMode: colorModeOf(request),
      viewer: signedIn?.viewer ?? null,
      onError,
    });
  }

  async function renderOrSendError(page: Page, visit: Visit): Promise<void> {
    const { request, response, onError } = visit;
    try {
      await render(page, visit, isCrawler(request.headers['user-agent']));
    } catch (error) {
      if (response.headersSent || response.destroyed) return;
      onError(error);
      const pageError = unexpectedError(requestIdOf(response));
      const failed = withError(page, pageError);
      await sendError(pageError, request, response, () => renderOrGiveUp(failed, visit));
    }
  }

  /** An error in the site's dress; when even that fails, one that needs nothing. */
  async function renderOrGiveUp(page: Page, visit: Visit): Promise<void> {
    const { request, response, onError } = visit;
    try {
      response.vary('Cookie');
      if (!viewers.isAnonymous(request)) response.set('Cache-Control', privateCaching);
      await render(page, visit, false);
    } catch (error) {
      if (response.headersSent || response.destroyed) return;
      onError(error);
      sendStaticPage(page.error ?? unexpectedError(requestIdOf(response)), response);
    }
  }

  function sendStaticPage(error: PageError, response: Response): void {
    response.status(error.statusCode).type('html').send(staticErrorPage(error, basePath));
  }

  function sendPayload(page: Page, { request, response, signedIn }: Visit): void {
    if (page.error === null) {
      const body: PayloadBody = { data: page.data, ...(signedIn && { viewer: signedIn.viewer }) };
      response.set('Cache-Control', isShared(page, request) ? 'no-cache' : privateCaching).json(body);
    } else {
      response.set('Cache-Control', 'no-store');
      sendErrorJson(page.error, request, response);
    }
  }

  return {
    async routes(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      await answer(await openVisit(request, response));
    },

    /** For errors of requests that no page answers: the layout around nothing but the error. */
    async sendErrorPage(error, request, response) {
      // Who it is matters less than that the error is told: the database may be what is wrong.
      const visit = await openVisit(request, response).catch((): Visit => ({
        request,
        response,
        signedIn: null,
        onError: logOnce(response),
      }));
      const page = await load(new URL(`http://site${withBase(basePath, '/_')}`), visit);
      if (page.kind === 'page') await renderOrGiveUp(withError(page, error), visit);
      else sendStaticPage(error, response);
    },

    async sendFormProblem(problem, statusCode, request, response) {
      response.status(statusCode).set('Cache-Control', privateCaching);
      if (wantsJson(request)) {
        response.json({ problem } satisfies FormAnswer);
        return;
      }
      const visit = await openVisit(request, response);
      const page = await load(new URL(`http://site${request.originalUrl}`), visit);
      if (page.kind === 'page') await renderOrSendError(withFormProblem(page, problem, statusCode), visit);
      else response.redirect(303, withBase(basePath, page.path));
    },
  };
}

const privateCaching = 'private, no-store';

/** One failure often shows in several places, such as each loader of a page; one line tells of it. */
function logOnce(response: Response): (error: unknown) => void {
  let isLogged = false;
  return (error) => {
    if (!isLogged) requestLogOf(response).error({ err: error }, 'a page failed');
    isLogged = true;
  };
}
