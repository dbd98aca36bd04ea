import { unexpectedError } from '#shared/payload/page-error.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { colorModeOf } from '#server/http/request/color-mode.ts';
import { isCrawler } from '#server/http/request/crawler.ts';
import { sendError } from '#server/http/answer/error-answer.ts';
import { requestIdOf } from '#server/http/request/request-log.ts';
import { CollectingStream } from '../render/collecting-stream.ts';
import { bytesOf, sendEncoded, type EncodedResponse } from '../store/encoded-response.ts';
import { edgeHeadersOf } from './edge-headers.ts';
import { streamOrGiveUp } from './error-pages.ts';
import { withError, type LoadedPage } from '../load/load-page.ts';
import { codingOf } from '../store/page-codings.ts';
import type { PersonalRequest, SharedRequest } from '../page-request.ts';
import type { PageTools } from '../page-tools.ts';
import { beginPage, streamPage } from '../render/stream-page.ts';

/**
 * Renders and sends a page. Resolves to the response that others may have too; null when it is for this visitor alone.
 */
export async function sendPage(
  page: CacheEntry<LoadedPage>,
  pageRequest: SharedRequest | PersonalRequest,
  tools: PageTools,
): Promise<CacheEntry<EncodedResponse> | null> {
  const { request, response } = pageRequest;
  try {
    if (pageRequest.kind === 'shared' && tools.pageCache.isOn && page.value.statusCode < 500)
      return await renderForAll(page, pageRequest, tools);
    await streamPage(page.value, pageRequest, tools);
  } catch (error) {
    if (response.headersSent || response.destroyed) return null;
    pageRequest.onError(error);
    const pageError = unexpectedError(requestIdOf(response));
    await sendError(pageError, request, response, () =>
      streamOrGiveUp(withError(page.value, pageError), pageRequest, tools),
    );
  }
  return null;
}

/** Keeps the page as it is rendered. */
async function renderForAll(
  page: CacheEntry<LoadedPage>,
  pageRequest: SharedRequest,
  tools: PageTools,
): Promise<CacheEntry<EncodedResponse> | null> {
  const { request, response } = pageRequest;
  const isForCrawler = isCrawler(request.headers['user-agent']);
  const answers = tools.services.edge?.answers;
  // A visitor who has the page already, or wants no body, is answered when it is known whether it is the same; a cache
  // in front when it is known that the page is whole and still right.
  const wantsStream =
    request.method === 'GET' &&
    request.headers['if-none-match'] === undefined &&
    !isForCrawler &&
    answers === undefined;
  const coding = codingOf(request);
  const begin = () => {
    beginPage(page.value, pageRequest, tools);
    if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    response.vary('Accept-Encoding');
  };
  const sink = new CollectingStream(coding, wantsStream ? { response, begin } : null);
  let isComplete = true;
  await tools.renderer.render(page.value, sink, {
    colorMode: colorModeOf(request),
    viewer: null,
    waitForAll: !wantsStream,
    onError(error) {
      isComplete = false;
      pageRequest.onError(error);
    },
  });

  const contents = { type: 'html', coding, ...sink.drain(), isCacheable: isComplete } as const;
  const value = tools.encode(page.value, contents);
  if (!sink.isSent) {
    const edge = isComplete ? edgeHeadersOf(answers, pageRequest.guard, page) : null;
    sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'miss', edge });
  }
  if (!isComplete) return null;
  const entry = { ...page, value, bytes: bytesOf(value, page.tags) };
  const { error } = page.value;
  if (error === null) tools.pageCache.responses.keep(pageRequest.key, entry, pageRequest.guard);
  else tools.pageCache.keepNegative(pageRequest, { ...page, value: { error, page: value } });
  return entry;
}
