import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { withBase } from '#shared/paths.ts';
import { isPersonalRoute } from '#shared/routes.ts';
import type { ReadGuard } from '#server/freshness/read-guard.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { colorModeOf } from '#server/http/color-mode.ts';
import { sendError, wantsErrorPage } from '#server/http/error-answer.ts';
import { namesOneHost } from '#server/http/request-host.ts';
import { requestIdOf } from '#server/http/request-log.ts';
import type { Services } from '#server/services.ts';
import { sendEncoded, withCoding, type EncodedResponse } from './encoded-response.ts';
import { sendPayloadError, type FreshAnswers } from './fresh-answers.ts';
import { codingOf } from './page-codings.ts';
import type { NegativeEntry, PageCache } from './page-cache.ts';
import { payloadSuffix, readTarget, type PageTarget } from './page-target.ts';
import type { SiteRouter } from './site-router.tsx';

interface PageRoutes {
  /** Answers what the store has under the very address that is asked for, before anything else is looked at. */
  stored: RequestHandler;
  /** Every address that nothing before it answered: pages, and the data of each page beside it. */
  routes: RequestHandler;
}

interface PageRoutesOptions {
  services: Services;
  site: SiteRouter;
  pageCache: PageCache;
  fresh: FreshAnswers;
}

type Finished = CacheEntry<EncodedResponse>;

interface Reading {
  guard: ReadGuard;
  answer: Promise<Finished | null>;
}

export function createPageRoutes({ services, site, pageCache, fresh }: PageRoutesOptions): PageRoutes {
  const { basePath } = services.config;
  const { viewers } = services.accounts;
  const targets = new LRUCache<string, PageTarget>({ max: 500 });
  const readings = new Map<string, Reading>();

  async function answer(request: Request, response: Response): Promise<void> {
    const target = await targetOf(request.originalUrl);
    if (target.redirectTo !== null) return redirect(target.redirectTo, target, request, response);
    const isShared = viewers.isAnonymous(request) && !isPersonalRoute(target.routeId);
    const visit = { request, response, target, isShared };
    if (!isShared || !pageCache.isOn) {
      const signedIn = await viewers.find(request, response);
      await fresh.answer({ ...visit, signedIn, storing: null });
      return;
    }
    const key = storeKey(withBase(basePath, target.address), request);
    const known = pageCache.responses.find(key) ?? (await findPending(key));
    if (known) return sendKnown(key, known, request, response);
    const negativeKey = storeKey(request.originalUrl, request);
    const missing = pageCache.negative.find(negativeKey);
    if (missing) return sendMissing(negativeKey, missing, request, response);

    const guard = services.readGuards.begin();
    const work = fresh.answer({ ...visit, signedIn: null, storing: { key, negativeKey, guard } });
    // Who waits for it asks for himself when it fails.
    const reading = { guard, answer: work.catch(() => null) };
    readings.set(key, reading);
    try {
      await work;
    } finally {
      if (readings.get(key) === reading) readings.delete(key);
    }
  }

  async function targetOf(address: string): Promise<PageTarget> {
    const known = targets.get(address);
    if (known) return known;
    const target = await readTarget(site, address);
    targets.set(address, target);
    return target;
  }

  /** Many ask for a page that just changed: one of them renders it, for all who came after the change. */
  async function findPending(key: string): Promise<Finished | null> {
    const reading = readings.get(key);
    return reading?.guard.isUntouched() ? reading.answer : null;
  }

  function sendKnown(key: string, known: Finished, request: Request, response: Response): void {
    const coding = codingOf(request);
    const value = withCoding(known.value, coding);
    sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'hit' });
    // Also plain, which few want: whoever does asks for it again.
    if (value !== known.value) pageCache.replace(key, known, value);
    pageCache.noteUse(key, known);
  }

  async function sendMissing(
    key: string,
    missing: CacheEntry<NegativeEntry>,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { error, page } = missing.value;
    if (page === null) {
      response.set('Server-Timing', 'store;desc=hit');
      return sendPayloadError(error, request, response);
    }
    await sendError(error, request, response, async () => sendMissingPage(key, missing, request, response));
  }

  function sendMissingPage(
    key: string,
    missing: CacheEntry<NegativeEntry>,
    request: Request,
    response: Response,
  ): void {
    const { error, page } = missing.value;
    if (page === null) throw new Error('a payload that is missing has no page');
    const coding = codingOf(request);
    const coded = withCoding(page, coding);
    if (coded !== page) pageCache.replaceNegative(key, missing, { error, page: coded });
    sendEncoded(coded, request, response, { coding, requestId: requestIdOf(response), mark: 'hit' });
  }

  function redirect(path: string, target: PageTarget, request: Request, response: Response): void {
    const right = target.isPayload ? `${path === '/' ? '' : path}${payloadSuffix}` : path;
    const { search } = new URL(`http://site${request.originalUrl}`);
    response.redirect(308, withBase(basePath, right) + search);
  }

  return {
    stored(request, response, next) {
      if (!pageCache.isOn || !isRead(request) || services.lifecycle.isStopping) return next();
      if (!namesOneHost(request) || !viewers.isAnonymous(request)) return next();
      const key = storeKey(request.originalUrl, request);
      const known = pageCache.responses.findForTurn(key);
      if (known) return sendKnown(key, known, request, response);
      const missing = pageCache.negative.findForTurn(key);
      if (missing?.value.page && wantsErrorPage(request)) sendMissingPage(key, missing, request, response);
      else next();
    },

    async routes(request, response, next) {
      if (isRead(request)) await answer(request, response);
      else next();
    },
  };
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** All that a stored answer depends on beside its tags: the address in its one spelling, and for a page the colour mode. */
function storeKey(address: string, request: Request): string {
  return isPayloadAddress(address) ? address : `${colorModeOf(request)} ${address}`;
}

function isPayloadAddress(address: string): boolean {
  const search = address.indexOf('?');
  return address.endsWith(payloadSuffix, search === -1 ? address.length : search);
}
