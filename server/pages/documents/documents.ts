import { Router, type Request, type RequestHandler, type Response } from 'express';
import { withBase } from '#shared/address/paths.ts';
import type { ReadGuard } from '#server/freshness/read-guard.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { pageErrorOf } from '#server/http/answer/page-error-of.ts';
import { requestIdOf, requestLogOf } from '#server/http/request/request-log.ts';
import { edgeHeadersOf } from '../respond/edge-headers.ts';
import { sendEncoded, type EncodedResponse } from '../store/encoded-response.ts';
import { caching } from '../store/page-caching.ts';
import { codingOf } from '../store/page-codings.ts';
import type { PageTools } from '../page-tools.ts';
import { createPendingPages, type PendingPages } from '../store/pending-pages.ts';
import { createCachedSender, type CachedSender } from '../respond/send-cached.ts';
import { readAddress, type DocumentAddress } from './document-address.ts';
import type { DocumentRoute } from './document-route.ts';
import { makeDocument } from './make-document.ts';

/**
 * Answers requests for documents from the same store as pages: exact by the data that was read, compressed once, made
 * once for all requests at the same time, and sent in its last state while the database cannot be reached. A document
 * under the very address of the request has been sent before by the page routes (`stored`).
 * @param sendMissing Answers that there is nothing.
 */
export function documentRoutes(
  routes: readonly DocumentRoute[],
  tools: PageTools,
  sendMissing: RequestHandler,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const kept: Kept = {
    pending: createPendingPages(tools.services.clock),
    cached: createCachedSender(tools.pageCache, tools.services.edge?.answers),
  };
  for (const route of routes) {
    router.get(route.path, async (request, response, next) => {
      const outcome = await answer({ route, request, response }, kept, tools);
      if (outcome === 'page') next();
      else if (outcome === 'missing') await sendMissing(request, response, next);
    });
  }
  return router;
}

type Outcome = 'sent' | 'missing' | 'page';

interface Kept {
  pending: PendingPages;
  cached: CachedSender;
}

interface Exchange {
  route: DocumentRoute;
  request: Request;
  response: Response;
}

async function answer(exchange: Exchange, kept: Kept, tools: PageTools): Promise<Outcome> {
  const { route, request, response } = exchange;
  const { services, pageCache } = tools;
  if (route.needsPublicUrl && services.config.publicUrl === null) {
    response.status(404).set('Cache-Control', 'no-store').type('text').send(publicUrlMissing);
    return 'sent';
  }
  const address = readAddress(route, request, services.config.basePath);
  const { key, rightAddress } = address;
  if (rightAddress !== null) {
    response.redirect(308, rightAddress);
    return 'sent';
  }
  if (pageCache.isOn) {
    const entry = pageCache.responses.find(key) ?? (await kept.pending.find(key));
    if (entry) {
      kept.cached.send(key, entry, request, response);
      return 'sent';
    }
  }
  pageCache.countMiss();
  const guard = services.readGuards.begin();
  const answered = respond({ ...address, ...exchange, guard }, kept.cached, tools);
  const forOthers = answered.then(({ entry }) => entry);
  await kept.pending.share({ key, guard }, forOthers);
  return (await answered).outcome;
}

/** For operators: visitors find no link to such an address. */
const publicUrlMissing =
  'What is at this address names the site, and PUBLIC_URL is not set: see docs/configuration.md.\n';

interface Answered {
  outcome: Outcome;
  /** Null: there is nothing that others may have too. */
  entry: CacheEntry<EncodedResponse> | null;
}

/** Reads the document and sends it. */
async function respond(
  { request, response, route, key, guard, ...address }: Exchange & DocumentAddress & { guard: ReadGuard },
  cached: CachedSender,
  tools: PageTools,
): Promise<Answered> {
  const coding = codingOf(request);
  let made;
  try {
    made = await makeDocument({ ...address, route, coding }, tools);
  } catch (error) {
    const isUnavailable = pageErrorOf(error, requestIdOf(response)).statusCode === 503;
    if (!isUnavailable || !cached.sendStale(key, request, response)) throw error;
    requestLogOf(response).error({ err: error }, 'a document failed');
    return { outcome: 'sent', entry: null };
  }
  if (made === null) return { outcome: 'missing', entry: null };
  if ('isPage' in made) return { outcome: 'page', entry: null };
  if ('movedTo' in made) {
    // Caches ask each time, as for pages: the target may move again.
    response.set('Cache-Control', caching.html);
    response.redirect(308, withBase(tools.services.config.basePath, made.movedTo));
    return { outcome: 'sent', entry: null };
  }
  if (tools.pageCache.isOn) tools.pageCache.responses.keep(key, made, guard);
  const edge = edgeHeadersOf(tools.services.edge?.answers, guard, made);
  sendEncoded(made.value, request, response, {
    coding,
    requestId: requestIdOf(response),
    mark: 'miss',
    edge,
  });
  return { outcome: 'sent', entry: made };
}
