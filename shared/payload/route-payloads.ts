import type { AccountPayload, LoginPayload } from './account-payloads.ts';
import type { Viewer } from '../accounts.ts';
import type {
  ArticleListPayload,
  ArticlePayload,
  AuthorPayload,
  FrontPayload,
  LayoutPayload,
  ProductListPayload,
  ProductPayload,
  SavedPayload,
  SitePagePayload,
  TagPayload,
} from './payloads.ts';
import type { LoaderRouteId } from '../address/routes.ts';
import type { SearchPayload } from './search-payload.ts';

/** Route id → the data of that route, as JSON: the contract between the loaders and the pages. */
export interface Payloads {
  layout: LayoutPayload;
  index: FrontPayload;
  product: ProductListPayload;
  articles: ArticleListPayload;
  'articles-id': ArticlePayload;
  'articles-tag-tag': TagPayload;
  'author-author_id': AuthorPayload;
  'product-info-product_id': ProductPayload;
  'pages-id': SitePagePayload;
  search: SearchPayload;
  login: LoginPayload;
  account: AccountPayload;
  'account-saved': SavedPayload;
  'not-found': never;
}

/**
 * Fields that the browser takes from the page itself, out of the element in which `Prose` shows them: HTML is long, and
 * travels once. Each stands once on its route's page. Other fields travel in the page's data.
 */
export const htmlFields = {
  product: ['textHtml'],
  'articles-id': ['bodyHtml'],
  'author-author_id': ['author.bioHtml'],
  'product-info-product_id': ['descriptionHtml'],
  'pages-id': ['bodyHtml'],
} as const satisfies { readonly [Id in LoaderRouteId]?: readonly TextField<Payloads[Id]>[] };

/** Fields that structured data alone needs: they are in no payload. */
export const serverFields = {
  'product-info-product_id': ['variants'],
} as const satisfies { readonly [Id in LoaderRouteId]?: readonly (keyof Payloads[Id])[] };

/**
 * The names of a payload's texts, with a dot for an object's; none of a list's items, of which a page shows several.
 */
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

/** The body of `{route}/_payload.json`: the data of every matched route that has some. */
export interface PayloadBody {
  data: { [Id in LoaderRouteId]?: Payloads[Id] };
  /** Instead of data: the page to go to, a site path without the base path; of an old address the browser writes the whole new one. */
  seeOther?: string;
  /** Only in answers to one visitor. */
  viewer?: Viewer;
}
