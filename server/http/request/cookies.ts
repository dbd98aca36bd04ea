import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from 'express';

/** The first cookie of this name, or null. Ours are made of characters that need no decoding. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | null {
  if (!headers.cookie?.includes(name)) return null;
  for (const pair of headers.cookie.split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return null;
}

/**
 * `__Host-` keeps other hosts of the domain and plain http from setting the cookie, and is possible with https only.
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

export function cookieOptions(isHttps: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' };
}
