import type { RecentPages } from './payloads.ts';

/**
 * Why a page cannot be shown, in words that a visitor may read. Exceptions never become one as they are:
 * `unexpectedError` says only that something went wrong.
 */
export interface PageError {
  statusCode: number;
  /** English, one line, no period: the contract with clients of the JSON form. */
  statusMessage: string;
  message: string;
  /** The address that was asked for, of a 404 or 410. */
  path?: string;
  /** What there is instead, of a 404 or 410. */
  recent?: RecentPages;
  /** Stands in the server's log beside the cause. */
  requestId?: string;
  /** When it is worth asking again. */
  retryAfterSeconds?: number;
}

/** `path` is the address as requested, with its query and without the base path. */
export function pageNotFound(path: string): PageError {
  const message = `Page not found: ${path}`;
  return { statusCode: 404, statusMessage: message, message, path };
}

/** There was a page once, and somebody decided that there is none any more. */
export function pageGone(path: string): PageError {
  const message = `Page gone: ${path}`;
  return { statusCode: 410, statusMessage: message, message, path };
}

/** There is no such page, which is nobody's failure. */
export function isMissing({ statusCode }: PageError): boolean {
  return statusCode === 404 || statusCode === 410;
}

export function unexpectedError(requestId?: string): PageError {
  const text = 'Internal Server Error';
  return { statusCode: 500, statusMessage: text, message: text, ...(requestId && { requestId }) };
}

/** The database cannot be asked, or not written to, at the moment, or too much work is waiting. */
export function unavailable(requestId?: string): PageError {
  const text = 'Service Unavailable';
  return {
    statusCode: 503,
    statusMessage: text,
    message: text,
    retryAfterSeconds: 5,
    ...(requestId && { requestId }),
  };
}

/** What was sent cannot be kept: there is no room. Asking again helps only when somebody has made some. */
export function noRoom(requestId?: string): PageError {
  const text = 'Insufficient Storage';
  return { statusCode: 507, statusMessage: text, message: text, ...(requestId && { requestId }) };
}

/** What the browser says when no answer came, or the page's script did not. 0 is no status that a server gives. */
export function unreachable(): PageError {
  return { statusCode: 0, statusMessage: 'Network Error', message: 'Network Error' };
}

export function isPageError(value: unknown): value is PageError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'statusCode' in value &&
    typeof value.statusCode === 'number' &&
    'statusMessage' in value &&
    typeof value.statusMessage === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
