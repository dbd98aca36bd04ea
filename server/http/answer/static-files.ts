import { globSync } from 'node:fs';
import path from 'node:path';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isCompressible } from './compressed.ts';
import { isReadMethod } from '../request/read-method.ts';

const forEver = { immutable: true, maxAge: '365d' };

/** Serves files whose name changes with their content: cached for ever, and a missing one is a 404, never a page. */
export function hashedFiles(dir: string): RequestHandler {
  return serveFiles(dir, forEver);
}

/**
 * Serves files under permanent names: revalidated each time. Their names are known from the start, so that a page's
 * request does not wait for the disk to report a missing file.
 */
export function plainFiles(dir: string): RequestHandler {
  const serve = serveFiles(dir, { maxAge: 0 });
  const names = new Set(globSync('**', { cwd: dir }).map((name) => `/${name.replaceAll(path.sep, '/')}`));
  return function servePlainFile(request, response, next) {
    if (names.has(request.path)) serve(request, response, next);
    else next();
  };
}

/** Media that editors brought in. */
export function mediaFiles(dir: string): RequestHandler {
  return serveFiles(dir, forEver, setMediaHeaders);
}

/**
 * A drawing opened by itself is a document of this origin: the policy lets it run nothing, and load nothing but a film
 * that is opened by itself.
 */
export const mediaPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

export function setMediaHeaders(response: Response): void {
  response.set('Content-Security-Policy', mediaPolicy);
  if (response.req.path.endsWith('.pdf')) response.attachment(downloadName(response.req));
  sayCompressible(response);
}

/** The name under which a visitor keeps a document, as the link says; without one it is that of the address. */
function downloadName({ path: pathname, originalUrl }: Request): string {
  const name = new URLSearchParams(originalUrl.split('?', 2)[1]).get('name') ?? '';
  // Cut first: what is left of half a character goes with the other signs.
  const plain = name
    .slice(0, maxNameLength)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, ' ')
    .trim();
  return plain === '' ? path.basename(pathname) : `${plain}.pdf`;
}

const maxNameLength = 100;

/** For files that pages load from another address, which fetches them here. */
export function shownElsewhere(): RequestHandler {
  return function allowElsewhere(_request, response, next) {
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  };
}

/** After static files: a missing file must not reach the page router and come back as HTML. */
export function missingFile(): RequestHandler {
  return function answerMissingFile(request, response, next) {
    // Another method has no address here, whether the file is there or not: it is refused further on.
    if (!isReadMethod(request)) return next();
    response.status(404).set('Cache-Control', 'no-cache').type('text').send('Not Found\n');
  };
}

function serveFiles(
  dir: string,
  caching: { immutable?: boolean; maxAge: string | number },
  setHeaders: (response: Response) => void = sayCompressible,
): RequestHandler {
  const serve = express.static(dir, {
    ...caching,
    index: false,
    redirect: false,
    setHeaders(response: Response, file) {
      if (!response.hasHeader('Content-Type')) response.type(path.extname(file));
      setHeaders(response);
    },
  });
  return function serveFile(request, response, next) {
    if (!isRangeExact(request)) delete request.headers.range;
    serve(request, response, withoutFile(response, next));
  };
}

/**
 * Called when a file was found and then not sent: it has vanished between two calls, moved elsewhere or replaced by
 * another build. The headers set for it, its length first of all, are wrong for the answer that follows. A vanished
 * file is passed on to the next handler.
 */
export function withoutFile(response: Response, next: NextFunction): (error?: unknown) => void {
  const before = response.getHeaders();
  return function leaveFile(error) {
    if (error instanceof Error && !response.headersSent) {
      for (const name of response.getHeaderNames()) {
        const value = before[name];
        if (value === undefined) response.removeHeader(name);
        else if (value !== response.getHeader(name)) response.setHeader(name, value);
      }
      response.status(200);
      if ('headers' in error) response.set(error.headers);
      if ('status' in error && error.status === 404) return next();
    }
    next(error);
  };
}

/** Neither a 304 nor a part of a file passes through `compression`, which says it otherwise. */
function sayCompressible(response: Response): void {
  if (isCompressible(response)) response.vary('Accept-Encoding');
}

/** Ranges are for GET alone (RFC 9110 §14.2), and a weak ETag promises no equal bytes (§13.1.5). */
export function isRangeExact({ method, headers }: Request): boolean {
  return method === 'GET' && !String(headers['if-range']).startsWith('W/');
}
