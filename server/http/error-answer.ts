import type { PageError } from '#shared/page-error.ts';

/** The JSON form of an error. `url` is the address as requested. */
export function errorDocument({ statusCode, statusMessage, message, requestId }: PageError, url: string) {
  return { error: true, url, statusCode, statusMessage, message, ...(requestId && { requestId }) };
}
