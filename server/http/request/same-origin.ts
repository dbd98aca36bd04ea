import type { Request, RequestHandler } from 'express';
import { httpError } from '../answer/http-error.ts';

/**
 * Refuses writes that a page of another site could send with a visitor's cookies. Browsers state the origin of a
 * request; a client without that is no browser, and has no visitor's cookies.
 */
export function sameOrigin(): RequestHandler {
  return function refuseOtherOrigins(request, _response, next) {
    const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isSafe || isFromHere(request)) next();
    else next(httpError(403, 'the request comes from another site'));
  };
}

/** Both are looked at: `Sec-Fetch-Site` is missing over plain http, and `Origin` may name a host that a proxy renamed. */
export function isFromHere({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  // `none`: typed or from a bookmark, by the visitor.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
