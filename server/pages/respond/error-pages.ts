import { unexpectedError } from '#shared/payload/page-error.ts';
import type { SendErrorPage } from '#server/http/answer/error-answer.ts';
import { requestIdOf } from '#server/http/request/request-log.ts';
import { loadOptions } from '../load/load-for-request.ts';
import { loadErrorPage, type LoadedPage } from '../load/load-page.ts';
import { exchangeOf, type ErrorRequest, type PageRequest } from '../page-request.ts';
import type { PageTools } from '../page-tools.ts';
import { matchNoPage } from '../render/site-router.tsx';
import { staticErrorPage } from '../render/static-error-page.ts';
import { streamPage } from '../render/stream-page.ts';

/** Sends errors of requests that no page answers: the layout around nothing but the error. */
export async function createErrorPages(tools: PageTools): Promise<SendErrorPage> {
  const { viewers } = tools.services.accounts;
  const context = await matchNoPage(tools.site);

  return async function sendErrorPage(error, request, response) {
    const exchange = exchangeOf(request, response);
    const isAnonymous = viewers.isAnonymous(request);
    // The error matters more than the name of the visitor: the database may be the cause.
    const signedIn = await viewers.find(request, response).catch(() => null);
    const pageRequest: ErrorRequest = { kind: 'error', ...exchange, signedIn, isAnonymous };
    await streamOrGiveUp(
      await loadErrorPage(error, context, loadOptions(pageRequest, tools)),
      pageRequest,
      tools,
    );
  };
}

/** Sends an error in the site's layout; when even that fails, one that needs nothing. */
export async function streamOrGiveUp(
  page: LoadedPage,
  pageRequest: PageRequest,
  tools: PageTools,
): Promise<void> {
  const { response, onError } = pageRequest;
  try {
    await streamPage(page, pageRequest, tools);
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    onError(error);
    const pageError = page.error ?? unexpectedError(requestIdOf(response));
    const { basePath } = tools.services.config;
    response.status(pageError.statusCode).type('html').send(staticErrorPage(pageError, basePath));
  }
}
