import type { ListQuery } from './list-query.ts';
import type { LoaderRouteId } from './routes.ts';

/** `src` is an address of this site with its base path. Sizes are in CSS pixels; null when unknown. */
export interface Picture {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
}

export interface TextLink {
  label: string;
  url: string;
}

export const availabilities = ['in_stock', 'sold_out', 'preorder', 'discontinued'] as const;
export type Availability = (typeof availabilities)[number];

/** Whole New Taiwan dollars, tax included; null when no price is given. */
type Price = number | null;

export interface ProductCardData {
  id: string;
  name: string;
  summary: string;
  category: string;
  price: Price;
  availability: Availability;
  picture: Picture | null;
}

export interface ArticleCardData {
  id: string;
  title: string;
  summary: string;
  /** ISO 8601 in UTC. */
  publishedAt: string;
  author: AuthorName;
  cover: Picture | null;
}

export interface AuthorName {
  id: string;
  name: string;
}

export interface Paged<Item> {
  items: Item[];
  page: number;
  pageCount: number;
  total: number;
}

export interface LayoutPayload {
  name: string;
  tagline: string;
  description: string;
  footer: { about: string; links: TextLink[] };
}

export interface ProductListPayload extends Paged<ProductCardData> {
  query: ListQuery;
  categories: string[];
}

export type ArticleListPayload = Paged<ArticleCardData>;

export interface ArticlePayload extends ArticleCardData {
  /** Sanitised HTML with the addresses of its media filled in. */
  bodyHtml: string;
  updatedAt: string | null;
  tags: string[];
  headings: { id: string; level: number; text: string }[];
  readingMinutes: number;
  authorAvatar: Picture | null;
  products: ProductCardData[];
}

export interface AuthorPayload {
  author: AuthorName & { bioHtml: string; bioText: string; avatar: Picture | null; links: TextLink[] };
  articles: Paged<ArticleCardData>;
}

export interface ProductPayload extends ProductCardData {
  descriptionHtml: string;
  pictures: Picture[];
  specs: [name: string, value: string][];
  purchaseUrl: string | null;
  articles: ArticleCardData[];
  related: ProductCardData[];
}

/** Route id → the data of that route, as JSON: the contract between the loaders and the pages. */
export interface Payloads {
  layout: LayoutPayload;
  index: ProductListPayload;
  product: ProductListPayload;
  articles: ArticleListPayload;
  'articles-id': ArticlePayload;
  'author-author_id': AuthorPayload;
  'product-info-product_id': ProductPayload;
  'not-found': never;
}

/** The body of `{route}/_payload.json`: the data of every matched route that has some. */
export interface PayloadBody {
  data: { [Id in LoaderRouteId]?: Payloads[Id] };
}
