import type { Request, Response } from 'express';
import type { FormAnswer } from '#shared/accounts.ts';
import { unexpectedError, type PageError } from '#shared/page-error.ts';
import { withBase } from '#shared/paths.ts';
import type { PayloadBody } from '#shared/payloads.ts';
import { isPersonalRoute } from '#shared/routes.ts';
import type { ReadGuard } from '#server/freshness/read-guard.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { createReader } from '#server/freshness/reader.ts';
import { tagNumbers } from '#server/freshness/tags.ts';
import type { SignedIn } from '#server/features/accounts/sessions/viewers.ts';
import { colorModeOf } from '#server/http/color-mode.ts';
import { isCrawler } from '#server/http/crawler.ts';
import { sendError, sendErrorJson, wantsJson, type SendErrorPage } from '#server/http/error-answer.ts';
import type { SendFormProblem } from '#server/http/form-answer.ts';
import { requestIdOf, requestLogOf } from '#server/http/request-log.ts';
import type { Services } from '#server/services.ts';
import { CollectingStream } from './collecting-stream.ts';
import {
  bytesOf,
  sendEncoded,
  withCoding,
  type ResponseEncoder,
  type EncodedResponse,
} from './encoded-response.ts';
import { loadPage, withError, withFormProblem, type LoadedPage } from './load-page.ts';
import { codingOf, encodeNow } from './page-codings.ts';
import type { PageCache } from './page-cache.ts';
import { readTarget, type PageTarget } from './page-target.ts';
import type { Renderer } from './render-page.tsx';
import type { SiteRouter } from './site-router.tsx';
import { staticErrorPage } from './static-error-page.ts';

/** One request for a page or its payload. */
export interface Visit {
  request: Request;
  response: Response;
  target: PageTarget;
  /** Null for everybody without a session. */
  signedIn: SignedIn | null;
  /** The same for everybody who asks without a session. */
  isShared: boolean;
  /** Under what its answer may be kept; null: it may not. */
  storing: { key: string; negativeKey: string; guard: ReadGuard } | null;
}

export interface FreshAnswers {
  /** Reads, renders, answers, and keeps the answer where that is allowed. Resolves to what others may have too. */
  answer(visit: Visit): Promise<CacheEntry<EncodedResponse> | null>;
  sendErrorPage: SendErrorPage;
  sendFormProblem: SendFormProblem;
}

interface FreshAnswersOptions {
  services: Services;
  site: SiteRouter;
  renderer: Renderer;
  pageCache: PageCache;
  encode: ResponseEncoder;
}

type OnError = (error: unknown) => void;

export function createFreshAnswers(options: FreshAnswersOptions): FreshAnswers {
  const { services, site, renderer, pageCache, encode } = options;
  const { accounts } = services;
  const { basePath, renderDeadlineMs: deadlineMs } = services.config;

  async function answer(visit: Visit): Promise<CacheEntry<EncodedResponse> | null> {
    const { request, response, target } = visit;
    const onError = logOnce(response);
    const page = await load(visit, onError);
    const { error, seeOther } = page.value;
    if (seeOther !== null) return sendSeeOther(seeOther, visit);
    if (error?.statusCode === 503 && sendStale(visit)) return null;
    if (target.isPayload) {
      if (error === null) return answerPayload(page, visit);
      if (error.statusCode === 404) keepNegative(error, null, page, visit);
      sendPayloadError(error, request, response);
      return null;
    }
    if (error === null) return answerPage(page, visit, onError);
    await sendError(error, request, response, async () => {
      await answerPage(page, visit, onError);
    });
    return null;
  }

  async function load(visit: Visit, onError: OnError): Promise<CacheEntry<LoadedPage>> {
    const { target, response } = visit;
    const isPersonal = isPersonalRoute(target.routeId);
    const known = isPersonal ? null : pageCache.loaded.find(target.key);
    if (known) return known;
    const guard = services.readGuards.begin();
    const now = new Date(services.clock.now()).toISOString();
    const reader = createReader({ db: services.db.read, now, basePath, queryCache: services.queryCache });
    const signedIn = isPersonal ? visit.signedIn : null;
    const requestId = requestIdOf(response);
    const value = await loadPage(target, { reader, accounts, signedIn, requestId, deadlineMs, onError });
    const { tags, validUntil } = reader;
    const bytes = value.json.length * bytesPerCharacter;
    const page = { value, tags: tagNumbers(tags), validUntil, bytes };
    if (value.error === null && !isPersonal) pageCache.loaded.keep(target.key, page, guard);
    return page;
  }

  function sendSeeOther(path: string, { response, target }: Visit): null {
    response.set('Cache-Control', privateCaching);
    if (target.isPayload) response.json({ data: {}, seeOther: path } satisfies PayloadBody);
    else response.redirect(303, withBase(basePath, path));
    return null;
  }

  /** While the database cannot be asked, what it said last is better than nothing. */
  function sendStale({ request, response, storing }: Visit): boolean {
    const last = storing && pageCache.responses.findStale(storing.key);
    if (last === null) return false;
    pageCache.countStale();
    const coding = codingOf(request);
    const value = withCoding(last.value, coding);
    sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'stale' });
    return true;
  }

  async function answerPayload(
    page: CacheEntry<LoadedPage>,
    { request, response, signedIn, isShared, storing }: Visit,
  ): Promise<CacheEntry<EncodedResponse> | null> {
    const body: PayloadBody = { data: page.value.data, ...(signedIn && { viewer: signedIn.viewer }) };
    if (storing === null) {
      response.set('Cache-Control', isShared ? encode.payloadCaching : privateCaching).json(body);
      return null;
    }
    const plain = Buffer.from(JSON.stringify(body));
    const coding = codingOf(request);
    const coded = encodeNow(plain, coding);
    const value = encode(page.value, { type: 'json', coding, plain, coded, isCacheable: true });
    const finished = { ...page, value, bytes: bytesOf(value, page.tags) };
    pageCache.responses.keep(storing.key, finished, storing.guard);
    sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'miss' });
    return finished;
  }

  async function answerPage(
    page: CacheEntry<LoadedPage>,
    visit: Visit,
    onError: OnError,
  ): Promise<CacheEntry<EncodedResponse> | null> {
    const { response } = visit;
    try {
      return await (visit.storing === null || page.value.statusCode >= 500
        ? renderForOne(page.value, visit, onError)
        : renderForAll(page, visit, visit.storing, onError));
    } catch (error) {
      if (response.headersSent || response.destroyed) return null;
      onError(error);
      const pageError = unexpectedError(requestIdOf(response));
      await sendError(pageError, visit.request, response, () =>
        renderOrGiveUp(withError(page.value, pageError), visit, onError),
      );
      return null;
    }
  }

  /** Straight into the response, which React then fills no faster than the visitor reads. */
  async function renderForOne(page: LoadedPage, visit: Visit, onError: OnError): Promise<null> {
    const { request, response, signedIn } = visit;
    await renderer.render(page, response, {
      colorMode: colorModeOf(request),
      viewer: signedIn?.viewer ?? null,
      waitForAll: isCrawler(request.headers['user-agent']),
      onShell: () => beginPage(page, visit),
      onError,
    });
    return null;
  }

  async function renderForAll(
    page: CacheEntry<LoadedPage>,
    visit: Visit,
    { key, guard }: NonNullable<Visit['storing']>,
    onError: OnError,
  ): Promise<CacheEntry<EncodedResponse> | null> {
    const { request, response } = visit;
    // Who has a page already, or wants no body, is answered when it is known whether it is the same.
    const wantsStream =
      request.method === 'GET' &&
      request.headers['if-none-match'] === undefined &&
      !isCrawler(request.headers['user-agent']);
    const coding = codingOf(request);
    const begin = () => {
      beginPage(page.value, visit);
      if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
      response.vary('Accept-Encoding');
    };
    const sink = new CollectingStream(coding, wantsStream ? { response, begin } : null);
    let isComplete = true;
    await renderer.render(page.value, sink, {
      colorMode: colorModeOf(request),
      viewer: null,
      waitForAll: !wantsStream,
      onError(error) {
        isComplete = false;
        onError(error);
      },
    });

    const value = encode(page.value, { type: 'html', coding, ...sink.drain(), isCacheable: isComplete });
    const finished = { ...page, value, bytes: bytesOf(value, page.tags) };
    if (!sink.isSent)
      sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'miss' });
    if (!isComplete) return null;
    if (page.value.error === null) pageCache.responses.keep(key, finished, guard);
    else keepNegative(page.value.error, value, page, visit);
    return finished;
  }

  function keepNegative(
    error: PageError,
    page: EncodedResponse | null,
    { tags, validUntil }: CacheEntry<LoadedPage>,
    { storing }: Visit,
  ): void {
    if (storing === null) return;
    const bytes = page === null ? bytesPerMissingPayload : bytesOf(page, tags);
    pageCache.negative.keep(
      storing.negativeKey,
      { value: { error, page }, tags, validUntil, bytes },
      storing.guard,
    );
  }

  function beginPage({ statusCode, error }: LoadedPage, { response, isShared }: Visit): void {
    response.statusCode = statusCode;
    for (const [name, value] of encode.pageHeaders) response.setHeader(name, value);
    response.setHeader('Server-Timing', 'store;desc=miss');
    if (!isShared) response.setHeader('Cache-Control', privateCaching);
    else if (error === null) response.setHeader('Cache-Control', encode.pageCaching);
  }

  /** An error in the site's dress; when even that fails, one that needs nothing. */
  async function renderOrGiveUp(page: LoadedPage, visit: Visit, onError: OnError): Promise<void> {
    const { response } = visit;
    try {
      await renderForOne(page, visit, onError);
    } catch (error) {
      if (response.headersSent || response.destroyed) return;
      onError(error);
      const pageError = page.error ?? unexpectedError(requestIdOf(response));
      response.status(pageError.statusCode).type('html').send(staticErrorPage(pageError, basePath));
    }
  }

  /** Of a request that no address of a page answers. */
  async function visitFor(address: string, request: Request, response: Response): Promise<Visit> {
    const target = await readTarget(site, address);
    const isShared = accounts.viewers.isAnonymous(request) && !isPersonalRoute(target.routeId);
    // Who it is matters less than that something is told: the database may be what is wrong.
    const signedIn = await accounts.viewers.find(request, response).catch(() => null);
    return { request, response, target, signedIn, isShared, storing: null };
  }

  return {
    answer,

    /** For errors of requests that no page answers: the layout around nothing but the error. */
    async sendErrorPage(error, request, response) {
      const onError = logOnce(response);
      const visit = await visitFor(withBase(basePath, '/_'), request, response);
      const page = await load(visit, onError);
      await renderOrGiveUp(withError(page.value, error), visit, onError);
    },

    async sendFormProblem(problem, statusCode, request, response) {
      response.status(statusCode).set('Cache-Control', privateCaching);
      if (wantsJson(request)) {
        response.json({ problem } satisfies FormAnswer);
        return;
      }
      const onError = logOnce(response);
      const visit = await visitFor(request.originalUrl, request, response);
      const page = await load(visit, onError);
      if (page.value.seeOther === null) {
        const value = withFormProblem(page.value, problem, statusCode);
        await answerPage({ ...page, value }, visit, onError);
      } else {
        response.redirect(303, withBase(basePath, page.value.seeOther));
      }
    },
  };
}

export function sendPayloadError(error: PageError, request: Request, response: Response): void {
  response.set('Cache-Control', 'no-store');
  sendErrorJson(error, request, response);
}

const privateCaching = 'private, no-store';

/** One failure often shows in several places, such as each loader of a page; one line tells of it. */
function logOnce(response: Response): OnError {
  let isLogged = false;
  return (error) => {
    if (!isLogged) requestLogOf(response).error({ err: error }, 'a page failed');
    isLogged = true;
  };
}

/** Of the page's data: its text twice, and the objects. */
const bytesPerCharacter = 5;
/** Its address, its error with the address twice, and what is around them. */
const bytesPerMissingPayload = 1_500;
