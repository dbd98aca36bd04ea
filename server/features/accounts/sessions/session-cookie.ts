import type { Request, Response } from 'express';
import { cookieName, cookieOptions, readCookie } from '#server/http/request/cookies.ts';

export interface SessionCookie {
  read(request: Pick<Request, 'headers'>): string | null;
  /** Sets a cookie for so long, or until the browser is closed when `maxAgeMs` is null. */
  set(response: Response, secret: string, maxAgeMs: number | null): void;
  clear(response: Response): void;
}

export function createSessionCookie(isHttps: boolean): SessionCookie {
  const name = cookieName('session', isHttps);
  const options = cookieOptions(isHttps);
  return {
    read: (request) => readCookie(request, name),
    set(response, secret, maxAgeMs) {
      response.cookie(name, secret, { ...options, ...(maxAgeMs !== null && { maxAge: maxAgeMs }) });
    },
    clear(response) {
      response.clearCookie(name, options);
    },
  };
}
