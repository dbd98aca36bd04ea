import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { httpError } from '../answer/http-error.ts';

/** A name or an address, and perhaps a port; empty where the client knows none. */
const host = String.raw`(?:\[[\da-f:.]+\]|[\w.~%-]*)(?::\d*)?`;
const wholeHost = new RegExp(`^${host}$`, 'i');
const absoluteForm = new RegExp(String.raw`^https?:\/\/(?=[^/?])(${host})([/?].*)?$`, 'i');

/**
 * Reduces an absolute address, as proxies send it, to its path. Its host is that of the request, whatever the field
 * `Host` has (RFC 9112 §3.2.2).
 */
export function originForm(): RequestHandler {
  return function takeOriginForm(request, _response, next) {
    const [, name, rest = '/'] = (!request.url.startsWith('/') && absoluteForm.exec(request.url)) || [];
    if (name !== undefined) {
      request.headers.host = name;
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
      request.originalUrl = request.url;
    }
    next();
  };
}

/** Refuses a request with two hosts, or an invalid one: a proxy in front may have used the other. */
export function checkHost(): RequestHandler {
  return function checkRequestHost(request, _response, next) {
    if (namesOneHost(request)) next();
    else next(httpError(400, 'the request does not name one host'));
  };
}

/** `headers` has the first of several only. */
export function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let isNamed = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length !== 4 || rawHeaders[i]?.toLowerCase() !== 'host') continue;
    if (isNamed || !wholeHost.test(rawHeaders[i + 1] ?? '')) return false;
    isNamed = true;
  }
  return true;
}
