import { isPageError, unexpectedError, type PageError } from '#shared/payload/page-error.ts';

/** An exception's own text is for the log and the console, not for the page. */
export function toPageError(error: unknown): PageError {
  return isPageError(error) ? error : unexpectedError();
}
