import express, { type Request, type RequestHandler } from 'express';
import { ownValue } from '#shared/own-value.ts';
import { httpError } from '../answer/http-error.ts';

const maxFormBytes = 16 * 1024;

/**
 * Refuses a body by its declared length. The parser would read all of it before it answers, however much it is. Below
 * the path `except`, the forms of editors are larger: their length is checked once the sender is known.
 */
export function refuseLargeBody({ except }: { except: string }): RequestHandler {
  return function refuseByLength(request, response, next) {
    if (Number(request.headers['content-length'] ?? 0) <= maxFormBytes) return next();
    if (request.path.startsWith(`${except}/`)) return next();
    response.set('Connection', 'close');
    next(httpError(413, 'the body is too large'));
  };
}

/** Reads a form as browsers send it. Typed text has no NUL, and PostgreSQL accepts none: 400. */
export function formBody(): RequestHandler {
  const parse = express.urlencoded({ extended: false, limit: maxFormBytes });
  return function readForm(request, response, next) {
    parse(request, response, (error?: unknown) => {
      if (error !== undefined || !holdsNul(request.body)) return next(error);
      next(httpError(400, 'the form holds a NUL'));
    });
  };
}

/** Several fields of one name are an array. */
function holdsNul(fields: Record<string, string | string[]> | undefined): boolean {
  return Object.entries(fields ?? {})
    .flat(2)
    .some((text) => text.includes('\0'));
}

/** A field that stands once, or an empty text. */
export function fieldOf(request: Request, name: string): string {
  const fields: Record<string, unknown> = request.body ?? {};
  const value = ownValue(fields, name);
  return typeof value === 'string' ? value : '';
}
