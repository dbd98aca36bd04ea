import type { Request, Response } from 'express';
import { dayMs } from '#server/base/durations.ts';
import { cookieName, cookieOptions, readCookie } from '#server/http/request/cookies.ts';

/** Recognises a browser in which someone has signed in before. It signs nobody in. */
export interface DeviceCookie {
  read(request: Request): string | null;
  set(response: Response, secret: string): void;
}

/** Longest lifetime that browsers allow a cookie. */
const maxAgeMs = 400 * dayMs;

export function createDeviceCookie(isHttps: boolean): DeviceCookie {
  const name = cookieName('device', isHttps);
  return {
    read: (request) => readCookie(request, name),
    set(response, secret) {
      response.cookie(name, secret, { ...cookieOptions(isHttps), maxAge: maxAgeMs });
    },
  };
}
