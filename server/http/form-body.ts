import express, { type Request, type RequestHandler } from 'express';

const longestForm = 16 * 1024;

/**
 * Refuses a body by what it says its length is. The parser would read all of it before it answers, however much it
 * is.
 */
export function refuseLargeBody(): RequestHandler {
  return function refuseByLength(request, response, next) {
    if (Number(request.headers['content-length'] ?? 0) <= longestForm) return next();
    response.set('Connection', 'close');
    next(Object.assign(new Error('the body is too large'), { status: 413 }));
  };
}

/** Reads a form as browsers send it. */
export function formBody(): RequestHandler {
  return express.urlencoded({ extended: false, limit: longestForm });
}

/** A field that stands once, or an empty text. */
export function fieldOf(request: Request, name: string): string {
  const fields: Record<string, unknown> = request.body ?? {};
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : '';
}
