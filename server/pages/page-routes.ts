import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { withBase } from '#shared/address/paths.ts';
import { wantsErrorPage } from '#server/http/answer/error-answer.ts';
import { isLeaving } from '#server/http/health.ts';
import { isReadMethod } from '#server/http/request/read-method.ts';
import { namesOneHost } from '#server/http/request/request-host.ts';
import type { LoggedResponse } from '#server/http/request/request-log.ts';
import {
  cacheKey,
  documentKey,
  exchangeOf,
  type PersonalRequest,
  type SharedRequest,
} from './page-request.ts';
import { readTarget, type PageTarget } from './page-target.ts';
import type { PageTools } from './page-tools.ts';
import { createPendingPages } from './store/pending-pages.ts';
import { respond } from './respond/respond.ts';
import { createCachedSender } from './respond/send-cached.ts';
import { sendRespelled } from './respond/send-moved.ts';

/** The two doors of a request for a page. */
export interface PageRoutes {
  /**
   * Answers from the page cache by the very address of the request, before anything else is read. Returns whether it
   * did.
   */
  stored: (request: IncomingMessage, response: LoggedResponse) => boolean;
  /** Every address that nothing before it answered: pages, and the data of each page beside it. */
  routes: RequestHandler;
}

export function createPageRoutes(tools: PageTools): PageRoutes {
  const { services, site, pageCache } = tools;
  const { basePath } = services.config;
  const { viewers } = services.accounts;
  const targets = new LRUCache<string, PageTarget>({ max: 500 });
  const pending = createPendingPages(services.clock);
  const cached = createCachedSender(pageCache, services.edge?.answers);

  async function readCachedTarget(address: string): Promise<PageTarget> {
    const cached = targets.get(address);
    if (cached) return cached;
    const target = await readTarget(site, address);
    targets.set(address, target);
    return target;
  }

  function sendFound(key: string, request: IncomingMessage, response: LoggedResponse): boolean {
    const entry = pageCache.responses.findForTurn(key);
    if (entry) cached.send(key, entry, request, response);
    return entry !== null;
  }

  async function answerPersonal(target: PageTarget, request: Request, response: Response): Promise<void> {
    const signedIn = await viewers.find(request, response);
    const pageRequest: PersonalRequest = {
      kind: 'personal',
      ...exchangeOf(request, response),
      target,
      signedIn,
    };
    await respond(pageRequest, cached, tools);
  }

  async function answerShared(target: PageTarget, request: Request, response: Response): Promise<void> {
    const key = cacheKey(withBase(basePath, target.address), request);
    const negativeKey = cacheKey(request.originalUrl, request);
    if (pageCache.isOn) {
      // It may be there, though `stored` found nothing: under the one spelling of the address, or since.
      const entry = pageCache.responses.find(key) ?? (await pending.find(key));
      if (entry) return cached.send(key, entry, request, response);
      const negative = pageCache.negative.find(negativeKey);
      if (negative) return cached.sendNegative(negativeKey, negative, request, response);
    }
    pageCache.countMiss();
    const guard = services.readGuards.begin();
    const exchange = exchangeOf(request, response);
    const pageRequest: SharedRequest = { kind: 'shared', ...exchange, target, key, negativeKey, guard };
    await pending.share(pageRequest, respond(pageRequest, cached, tools));
  }

  return {
    stored(request, response) {
      const { url = '' } = request;
      if (!pageCache.isOn || !isReadMethod(request) || isLeaving(services.lifecycle)) return false;
      if (!namesOneHost(request) || !viewers.isAnonymous(request)) return false;
      const key = cacheKey(url, request);
      if (sendFound(key, request, response) || sendFound(documentKey(url), request, response)) return true;
      const negative = pageCache.negative.findForTurn(key);
      if (!negative?.value.page || !wantsErrorPage(request)) return false;
      cached.sendNegativePage(key, negative, request, response);
      return true;
    },

    async routes(request, response, next) {
      if (!isReadMethod(request)) return next();
      const target = await readCachedTarget(request.originalUrl);
      if (target.redirectTo !== null)
        sendRespelled(target.redirectTo, { request, response, target }, basePath);
      else if (!target.isStored || !viewers.isAnonymous(request))
        await answerPersonal(target, request, response);
      else await answerShared(target, request, response);
    },
  };
}
