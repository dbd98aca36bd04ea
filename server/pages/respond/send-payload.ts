import type { Request, Response } from 'express';
import type { PageError } from '#shared/payload/page-error.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { sendErrorJson } from '#server/http/answer/error-answer.ts';
import { requestIdOf } from '#server/http/request/request-log.ts';
import { edgeHeadersOf } from './edge-headers.ts';
import { bytesOf, sendEncoded, type EncodedResponse } from '../store/encoded-response.ts';
import type { LoadedPage } from '../load/load-page.ts';
import { caching, cachingOfPersonal } from '../store/page-caching.ts';
import { codingOf, encodeNow } from '../store/page-codings.ts';
import type { PersonalRequest, SharedRequest } from '../page-request.ts';
import type { PageTools } from '../page-tools.ts';

/** Sends a page's data. Resolves to the response that others may have too; null when it is for this visitor alone. */
export function sendPayload(
  page: CacheEntry<LoadedPage>,
  pageRequest: SharedRequest | PersonalRequest,
  { pageCache, encode, services }: PageTools,
): CacheEntry<EncodedResponse> | null {
  const { request, response } = pageRequest;
  const viewer = pageRequest.kind === 'personal' ? pageRequest.signedIn?.viewer : undefined;
  const body: PayloadBody = { data: page.value.data, ...(viewer && { viewer }) };
  if (pageRequest.kind === 'personal' || !pageCache.isOn) {
    const cacheControl = pageRequest.kind === 'shared' ? caching.json : cachingOfPersonal(pageRequest);
    response.set('Cache-Control', cacheControl).json(body);
    return null;
  }
  const plain = Buffer.from(JSON.stringify(body));
  const coding = codingOf(request);
  const coded = encodeNow(plain, coding);
  const value = encode(page.value, { type: 'json', coding, plain, coded, isCacheable: true });
  const entry = { ...page, value, bytes: bytesOf(value, page.tags) };
  pageCache.responses.keep(pageRequest.key, entry, pageRequest.guard);
  const edge = edgeHeadersOf(services.edge?.answers, pageRequest.guard, entry);
  sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'miss', edge });
  return entry;
}

/** Sends the error of a page's data, always as JSON. */
export function sendPayloadError(error: PageError, request: Request, response: Response): void {
  response.set('Cache-Control', 'no-store');
  // For our own script, which shows the page of the error.
  sendErrorJson(error, request, response, { recent: error.recent });
}
