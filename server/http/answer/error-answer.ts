import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { isMissing, type PageError } from '#shared/payload/page-error.ts';
import { isCrawler } from '../request/crawler.ts';
import { requestIdOf, requestLogOf, withoutSecrets } from '../request/request-log.ts';

/** Answers with an error as a page. Rejects when it cannot. */
export type SendErrorPage = (error: PageError, request: Request, response: Response) => Promise<void>;

/**
 * Sends an error in the form that suits the client: JSON to programs, a bare line to crawlers, which would index an
 * error page, a page to people.
 */
export async function sendError(
  error: PageError,
  request: Request,
  response: Response,
  sendPage: SendErrorPage,
): Promise<void> {
  const { statusCode } = error;
  // A missing page may appear tomorrow; a failure is never stored.
  const caching = isMissing(error) ? 'public, max-age=0, must-revalidate' : 'no-store';
  response.status(statusCode).set('Cache-Control', caching).vary(errorVary);
  if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds));
  if (wantsJson(request)) {
    sendErrorJson(error, request, response);
  } else if (isCrawler(request.headers['user-agent'])) {
    const line = {
      userAgent: request.headers['user-agent']?.slice(0, maxLoggedLength),
      path: withoutSecrets(request.originalUrl).slice(0, maxLoggedLength),
      statusCode,
    };
    requestLogOf(response)[statusCode < 500 ? 'info' : 'error'](line, 'a crawler met an error');
    response.type('text').send(`${STATUS_CODES[statusCode] ?? 'Error'}\n`);
  } else {
    await sendPage(error, request, response);
  }
}

/** Longer than the name of any crawler; a stranger may send 16 kB. */
const maxLoggedLength = 300;

/** Whether this visitor gets the error as a page, which may be in the store already. */
export function wantsErrorPage(request: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  return !wantsJson(request) && !isCrawler(request.headers['user-agent']);
}

/** Headers that decide the form of an error. */
export const errorVary = 'Accept, Sec-Fetch-Mode, User-Agent';

/** RFC 9457 problem details, and beside them the fields that older clients read (docs/contracts.md). */
export function sendErrorJson(
  error: PageError,
  request: Request,
  response: Response,
  members: Readonly<Record<string, unknown>> = {},
): void {
  const { statusCode, statusMessage, message, path } = error;
  response
    .status(statusCode)
    .type('application/problem+json')
    .send(
      JSON.stringify({
        error: true,
        url: request.originalUrl,
        statusCode,
        statusMessage,
        message,
        ...(path !== undefined && { data: { path } }),
        type: 'about:blank',
        title: STATUS_CODES[statusCode],
        status: statusCode,
        detail: message,
        instance: requestIdOf(response),
        ...members,
      }),
    );
}

/**
 * Whether the client wants JSON. A client that asks for HTML gets a page, even for an API's address: that is a person
 * at an address bar. Clients that identify themselves as programs in another way get JSON. Decided on the path alone,
 * never on the query.
 */
export function wantsJson({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  const accept = (headers.accept ?? '').toLowerCase();
  if (accept.includes('text/html')) return false;
  const userAgent = (headers['user-agent'] ?? '').toLowerCase();
  return (
    accept.includes('application/json') ||
    userAgent.includes('curl/') ||
    userAgent.includes('httpie/') ||
    String(headers['sec-fetch-mode']).toLowerCase().includes('cors') ||
    url.startsWith('/api/') ||
    pathOf(url).endsWith('.json')
  );
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
