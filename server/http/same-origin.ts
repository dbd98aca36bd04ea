import type { Request, RequestHandler } from 'express';
import { httpError } from './http-error.ts';

/**
 * Refuses what would change something when a page of another site sent it with a visitor's cookies. Browsers say
 * where a request comes from; who says nothing is no browser, and has nobody's cookies.
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
