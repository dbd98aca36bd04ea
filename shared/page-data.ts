import type { FormProblem, Viewer } from './accounts.ts';
import type { PageError } from './page-error.ts';
import type { PayloadBody } from './payloads.ts';

/** What the browser needs to take over the server's page, in `<script id="page-data">`. */
export interface PageData {
  loaderData: PayloadBody['data'];
  /** By the id of the route whose error page is shown; null without an error. */
  errors: Record<string, PageError> | null;
  /** By the id of the route whose form was sent with something wrong. */
  actionData?: Record<string, FormProblem>;
  /** Only in pages for one visitor. */
  viewer?: Viewer;
}

/**
 * In the place of HTML that stands in the page itself, in the element whose `data-html` is the field's name: what is
 * long travels once.
 */
export const htmlInPage = '(in the page)';

/** For `JSON.stringify` of a page's data. */
export function leaveOutHtml(name: string, value: unknown): unknown {
  return name.endsWith('Html') && value !== '' ? htmlInPage : value;
}
