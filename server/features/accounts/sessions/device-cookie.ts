import type { Request, Response } from 'express';
import { dayMs } from '#server/durations.ts';
import { cookieName, cookieOptions, readCookie } from '#server/http/cookies.ts';

/** Tells a browser again in which someone has signed in. It signs nobody in. */
export interface DeviceCookie {
  read(request: Request): string | null;
  set(response: Response, secret: string): void;
}

/** As long as browsers keep any cookie. */
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
