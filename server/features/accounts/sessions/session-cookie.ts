import type { Request, Response } from 'express';
import { cookieName, cookieOptions, readCookie } from '#server/http/request/cookies.ts';

export interface SessionCookie {
  read(request: Pick<Request, 'headers'>): string | null;
  /** Sets a cookie for so long, or until the browser is closed when `maxAgeMs` is null. */
  set(response: Response, secret: string, maxAgeMs: number | null): void;
  clear(response: Response): void;
  /**
   * Clears it for somebody who ends the session, and what the browser keeps of the site besides: the texts that an editor
   * typed are not for the next person. Below a base path other programs may keep theirs there, and all of it stays.
   */
  leave(response: Response): void;
}

export function createSessionCookie(isHttps: boolean, basePath: string): SessionCookie {
  const name = cookieName('session', isHttps);
  const options = cookieOptions(isHttps);
  const clear = (response: Response) => response.clearCookie(name, options);
  return {
    read: (request) => readCookie(request, name),
    set(response, secret, maxAgeMs) {
      response.cookie(name, secret, { ...options, ...(maxAgeMs !== null && { maxAge: maxAgeMs }) });
    },
    clear,
    leave(response) {
      clear(response);
      if (basePath === '/') response.set('Clear-Site-Data', '"storage"');
    },
  };
}
