import type { RequestHandler } from 'express';
import { httpError } from '../answer/http-error.ts';

/** No address of the site is nearly as long; Node itself refuses 16 kB of headers. */
const maxTargetLength = 4_000;

/**
 * Refuses addresses that no page can have, before any rule sees them: too long (414), no path, as in `GET *`, or
 * escapes that are not UTF-8, or stand for control characters or line ends (400): no id has them, PostgreSQL stores no
 * NUL, and a route's pattern ends at a line's end.
 * Raw UTF-8, which curl sends as typed, is redirected to its percent-encoded spelling.
 */
export function checkTarget(): RequestHandler {
  return function checkRequestTarget(request, response, next) {
    const target = request.url;
    if (target.length > maxTargetLength) {
      next(httpError(414, 'the address is too long'));
      return;
    }
    if (!target.startsWith('/')) {
      next(httpError(400, 'the address is not a path'));
      return;
    }
    if (/[^\x21-\x7e]/.test(target)) {
      // Node hands the bytes of the request line out as Latin-1.
      const text = Buffer.from(target, 'latin1').toString('utf8');
      const encoded = encodeURI(text).replaceAll('%25', '%');
      // A path only: an address in absolute form names a host, and so does one that begins with two slashes.
      if (/^\/(?!\/)/.test(encoded)) return response.redirect(308, encoded);
    }
    if (!isText(target.split('?', 1)[0] ?? '')) {
      next(httpError(400, 'the path is not percent-encoded text'));
      return;
    }
    next();
  };
}

function isText(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
