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
