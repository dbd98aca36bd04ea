import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { pageNotFound, type PageError } from '#shared/payload/page-error.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { sendError, type SendErrorPage } from './error-answer.ts';
import { pageErrorOf } from './page-error-of.ts';
import { isReadMethod } from '../request/read-method.ts';
import { requestIdOf, requestLogOf } from '../request/request-log.ts';

/** Answers requests that no handler has answered: an address outside the base path, or a method that no address has. */
export function notFound(sendPage: SendErrorPage): RequestHandler {
  return async function answerNotFound(request, response) {
    if (isReadMethod(request)) {
      await sendError(pageNotFound(request.originalUrl), request, response, sendPage);
      return;
    }
    if (!response.hasHeader('Allow')) response.set('Allow', 'GET, HEAD');
    await sendError(clientError(405), request, response, sendPage);
  };
}

/** Turns an exception into an answer: the log has its cause, the answer does not. */
export function errorHandler(sendPage: SendErrorPage): ErrorRequestHandler {
  return async function answerError(error: unknown, request, response, _next) {
    const status = clientStatusOf(error);
    if (status === null) logFailure(error, response);
    if (response.headersSent) {
      // Part of an answer is out: cutting the connection is the only way left to say that it is not whole.
      response.destroy();
      return;
    }
    const pageError = status === null ? pageErrorOf(error, requestIdOf(response)) : clientError(status);
    await sendError(pageError, request, response, sendPage);
  };
}

/** `storage`: kind of the storage failure, for the operator. */
function logFailure(error: unknown, response: Response): void {
  const storage = findStorageTrouble(error);
  requestLogOf(response).error({ err: error, ...(storage && { storage }) }, 'a request failed');
}

function clientError(statusCode: number): PageError {
  const text = STATUS_CODES[statusCode] ?? 'Bad Request';
  return { statusCode, statusMessage: text, message: text };
}

/** Whether an exception is the client's mistake. */
export function isClientError(error: unknown): error is Error & { status: number } {
  return error instanceof Error && clientStatusOf(error) !== null;
}

/** Express and its parsers mark mistakes of the client with a 4xx `status`. */
function clientStatusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500 ? error.status : null;
}
