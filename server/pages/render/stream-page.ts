import { colorModeOf } from '#server/http/request/color-mode.ts';
import { isCrawler } from '#server/http/request/crawler.ts';
import type { LoadedPage } from '../load/load-page.ts';
import { caching, cachingOfPersonal } from '../store/page-caching.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageTools } from '../page-tools.ts';

type StreamTools = Pick<PageTools, 'renderer' | 'encode'>;

/** Renders a page straight into the response, which React then fills no faster than the visitor reads. */
export async function streamPage(
  page: LoadedPage,
  pageRequest: PageRequest,
  tools: StreamTools,
): Promise<void> {
  const { request, response, onError } = pageRequest;
  await tools.renderer.render(page, response, {
    colorMode: colorModeOf(request),
    viewer: pageRequest.kind === 'shared' ? null : (pageRequest.signedIn?.viewer ?? null),
    waitForAll: isCrawler(request.headers['user-agent']),
    onShell: () => beginPage(page, pageRequest, tools),
    onError,
  });
}

/** Sets status and headers of a page that is sent as it is rendered. */
export function beginPage(
  page: LoadedPage,
  pageRequest: PageRequest,
  { encode }: Pick<PageTools, 'encode'>,
): void {
  const { response } = pageRequest;
  response.statusCode = page.statusCode;
  for (const [name, value] of encode.pageHeaders) response.setHeader(name, value);
  response.setHeader('Server-Timing', 'store;desc=miss');
  const cacheControl = cacheControlOf(page, pageRequest);
  if (cacheControl !== null) response.setHeader('Cache-Control', cacheControl);
}

/** Null: what `sendError` has said of the error holds. */
function cacheControlOf(page: LoadedPage, pageRequest: PageRequest): string | null {
  switch (pageRequest.kind) {
    case 'shared':
      return page.error === null ? caching.html : null;
    case 'personal':
      return cachingOfPersonal(pageRequest);
    case 'error':
      return pageRequest.isAnonymous ? null : caching.personal;
  }
}
