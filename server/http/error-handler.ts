import type { ErrorRequestHandler, RequestHandler } from 'express';
import { pageNotFound, unexpectedError, type PageError } from '#shared/page-error.ts';
import { errorDocument } from './error-answer.ts';
import { requestIdOf, requestLogOf } from './request-log.ts';

type RenderError = (error: PageError) => string;

/** What nothing before it answered: an address outside the base path, or a method that no address has. */
export function unanswered(renderError: RenderError): RequestHandler {
  return function answerUnanswered(request, response) {
    if (request.method === 'GET' || request.method === 'HEAD') {
      send(pageNotFound(request.originalUrl), renderError, request, response);
      return;
    }
    response.set('Allow', 'GET, HEAD');
    const message = 'Method Not Allowed';
    send({ statusCode: 405, statusMessage: message, message }, renderError, request, response);
  };
}

/** The one place where an exception becomes an answer: logged with its cause, told without it. */
export function errorHandler(renderError: RenderError): ErrorRequestHandler {
  return function answerError(error: unknown, request, response, _next) {
    const status = clientStatusOf(error);
    if (status === null) requestLogOf(response).error({ err: error }, 'a request failed');
    if (response.headersSent) {
      // Part of an answer is out: cutting the connection is the only way left to say that it is not whole.
      response.destroy();
      return;
    }
    const requestId = requestIdOf(response);
    const pageError =
      status === null
        ? unexpectedError(requestId)
        : { statusCode: status, statusMessage: 'Bad Request', message: 'Bad Request' };
    send(pageError, renderError, request, response);
  };
}

function send(
  error: PageError,
  renderError: RenderError,
  request: Parameters<RequestHandler>[0],
  response: Parameters<RequestHandler>[1],
): void {
  response.status(error.statusCode).set('Cache-Control', 'no-store').vary('Accept');
  if (request.accepts(['html', 'json']) === 'html') response.type('html').send(renderError(error));
  else response.json(errorDocument(error, request.originalUrl));
}

/** Express and its parsers mark what the client did wrong with a 4xx `status`. */
function clientStatusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500 ? error.status : null;
}
