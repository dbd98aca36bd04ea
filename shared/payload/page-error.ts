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
  /** Requested address, for a 404 or 410. */
  path?: string;
  /** Pages to offer instead, for a 404 or 410. */
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

/** The page existed once, and an editor decided to remove it for good. */
export function pageGone(path: string): PageError {
  const message = `Page gone: ${path}`;
  return { statusCode: 410, statusMessage: message, message, path };
}

/** Whether the page does not exist, which is not a failure. */
export function isMissing({ statusCode }: PageError): boolean {
  return statusCode === 404 || statusCode === 410;
}

export function unexpectedError(requestId?: string): PageError {
  const text = 'Internal Server Error';
  return { statusCode: 500, statusMessage: text, message: text, ...(requestId && { requestId }) };
}

/** The database is unreachable or read-only at the moment, or too much work is waiting. */
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

/** The data sent cannot be stored: the disk is full. Trying again helps only when an operator has made room. */
export function noRoom(requestId?: string): PageError {
  const text = 'Insufficient Storage';
  return { statusCode: 507, statusMessage: text, message: text, ...(requestId && { requestId }) };
}

/** Error for the browser when no answer came, or the page's script did not. 0 is no status of a server. */
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
