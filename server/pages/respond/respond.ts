import { isMissing } from '#shared/payload/page-error.ts';
import { withBase } from '#shared/address/paths.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { sendError } from '#server/http/answer/error-answer.ts';
import { edgeHeadersOf, setEdgeHeaders } from './edge-headers.ts';
import type { EncodedResponse } from '../store/encoded-response.ts';
import { loadForRequest } from '../load/load-for-request.ts';
import { caching } from '../store/page-caching.ts';
import type { PersonalRequest, SharedRequest } from '../page-request.ts';
import { payloadAddress } from '../page-target.ts';
import type { PageTools } from '../page-tools.ts';
import type { CachedSender } from './send-cached.ts';
import { sendMoved } from './send-moved.ts';
import { sendPage } from './send-page.ts';
import { sendPayload, sendPayloadError } from './send-payload.ts';

/**
 * Loads the requested page and sends it, or its payload. Resolves to the response that others who wait for it may have
 * too; null when there is nothing for them.
 */
export async function respond(
  pageRequest: SharedRequest | PersonalRequest,
  cached: CachedSender,
  tools: PageTools,
): Promise<CacheEntry<EncodedResponse> | null> {
  const { request, response, target } = pageRequest;
  const page = await loadForRequest(pageRequest, tools);
  const { error, seeOther, movedTo, respelledTo } = page.value;
  if (seeOther !== null) {
    sendSeeOther(seeOther, pageRequest, tools);
    return null;
  }
  if (respelledTo !== null) {
    response.set('Cache-Control', caching.unstored);
    const right = target.isPayload ? payloadAddress(respelledTo) : respelledTo;
    response.redirect(308, withBase(tools.services.config.basePath, right));
    return null;
  }
  if (movedTo !== null) {
    // Caches ask each time, unlike the meaning of 308 by itself: an entry may move again, or go.
    const maxAge = target.isPayload ? caching.json : caching.html;
    response.set('Cache-Control', pageRequest.kind === 'shared' ? maxAge : caching.personal);
    const edge =
      pageRequest.kind === 'shared'
        ? edgeHeadersOf(tools.services.edge?.answers, pageRequest.guard, page)
        : undefined;
    if (edge) setEdgeHeaders(response, edge);
    sendMoved(movedTo, pageRequest, tools.services.config.basePath);
    return null;
  }
  if (error === null)
    return target.isPayload ? sendPayload(page, pageRequest, tools) : sendPage(page, pageRequest, tools);
  const isShared = pageRequest.kind === 'shared';
  if (error.statusCode === 503 && isShared && cached.sendStale(pageRequest.key, request, response))
    return null;
  if (target.isPayload) {
    if (isMissing(error) && isShared)
      tools.pageCache.keepNegative(pageRequest, { ...page, value: { error, page: null } });
    sendPayloadError(error, request, response);
  } else {
    await sendError(error, request, response, async () => {
      await sendPage(page, pageRequest, tools);
    });
  }
  return null;
}

function sendSeeOther(
  path: string,
  { response, target }: SharedRequest | PersonalRequest,
  { services }: PageTools,
): void {
  response.set('Cache-Control', caching.personal);
  if (target.isPayload) response.json({ data: {}, seeOther: path } satisfies PayloadBody);
  else response.redirect(303, withBase(services.config.basePath, path));
}
