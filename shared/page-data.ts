import type { FormProblem, Viewer } from './accounts.ts';
import type { PageError } from './page-error.ts';
import type { PayloadBody, Payloads } from './payloads.ts';
import type { LoaderRouteId } from './routes.ts';

/** What the browser needs to take over the server's page, in `<script id="page-data">`. */
export interface PageData {
  loaderData: PayloadBody['data'];
  /** Names of `htmlFields` that are not in the data. */
  leftOut?: string[];
  /** By the id of the route whose error page is shown; null without an error. */
  errors: Record<string, PageError> | null;
  /** By the id of the route whose form was sent with something wrong. */
  actionData?: Record<string, FormProblem>;
  /** Only in pages for one visitor. */
  viewer?: Viewer;
}

/**
 * Fields that the browser takes from the page itself, out of the element that `Prose` shows them in: HTML is long, and
 * travels once. Each stands once on its route's page. What is not listed travels in the page's data.
 */
export const htmlFields = {
  'articles-id': ['bodyHtml'],
  'author-author_id': ['author.bioHtml'],
  'product-info-product_id': ['descriptionHtml'],
} as const satisfies { readonly [Id in LoaderRouteId]?: readonly TextField<Payloads[Id]>[] };

/** The names of a payload's texts, of an object's with a dot; none of a list's items, of which a page shows several. */
type TextField<Payload> = {
  [Name in keyof Payload & string]: Payload[Name] extends string
    ? Name
    : Payload[Name] extends readonly unknown[]
      ? never
      : Payload[Name] extends object
        ? `${Name}.${TextField<Payload[Name]>}`
        : never;
}[keyof Payload & string];

type HtmlFields = typeof htmlFields;

/** Route id and field, as `data-html` has them. */
export type HtmlFieldName = {
  [Id in keyof HtmlFields]: `${Id}.${HtmlFields[Id][number]}`;
}[keyof HtmlFields];

type JsonObject = Record<string, unknown>;

/** For the server: the data without its `htmlFields`, and the names of those that it had. */
export function leaveOutHtml(data: PayloadBody['data']): Pick<PageData, 'loaderData' | 'leftOut'> {
  const loaderData: JsonObject = { ...data };
  const leftOut: string[] = [];
  for (const [id, fields] of Object.entries(htmlFields)) {
    if (!(id in data)) continue;
    for (const field of fields) {
      loaderData[id] = without(loaderData[id] as JsonObject, field.split('.'));
      leftOut.push(`${id}.${field}`);
    }
  }
  return { loaderData, ...(leftOut.length > 0 && { leftOut }) };
}

function without(value: JsonObject, [name = '', ...within]: string[]): JsonObject {
  const { [name]: field, ...others } = value;
  return within.length === 0 ? others : { ...value, [name]: without(field as JsonObject, within) };
}
