import type { Role, SignInWay } from './accounts.ts';
import type { ListQuery } from './list-query.ts';

/** `src` is an address of this site with its base path. Sizes are those of the original; null when unknown. */
export interface Picture {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
  /** The newer formats in which it is kept, the best first; see shared/picture-files.ts. Left out: there is only `src`. */
  formats?: PictureFormat[];
  /** A few pixels as a data address, to be shown until the picture has come. */
  blur?: string;
}

export type PictureFormat = 'avif' | 'webp';

/** What other sites show beside a link to a page. */
export interface SharingCard {
  src: string;
  width: number;
  height: number;
}

export interface TextLink {
  label: string;
  url: string;
}

/** `path` is a site path without the base path. */
export interface NavigationLink {
  label: string;
  path: string;
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
  tags: string[];
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

/** The data of a page that says how long ago something was. */
interface WithPhrases {
  /** The moment that `shared/relative-time.ts` counts from, in milliseconds since 1970. */
  asOf: number;
}

export interface LayoutPayload {
  name: string;
  tagline: string;
  description: string;
  /** What the header shows; left out: products and articles. */
  navigation?: NavigationLink[] | undefined;
  footer: { about: string; links: TextLink[] };
  /** Left out: titles are set in the site's own font. */
  titleFont?: false;
}

/** An article or a product as the front page shows it first. */
export interface FeaturedData {
  kind: 'article' | 'product';
  id: string;
  title: string;
  summary: string;
  /** The author's name, or the category. */
  label: string;
  picture: Picture | null;
}

export interface ProductListPayload extends Paged<ProductCardData> {
  /** On the first page of all products; empty on the others. */
  featured: FeaturedData[];
  query: ListQuery;
  categories: string[];
}

export interface ArticleListPayload extends Paged<ArticleCardData>, WithPhrases {
  /** Those that the most articles have, on the first page; empty on the others. */
  tags: string[];
}

export interface TagPayload extends Paged<ArticleCardData>, WithPhrases {
  tag: string;
}

export interface ArticleName {
  id: string;
  title: string;
}

export interface ArticlePayload extends ArticleCardData, WithPhrases {
  /** Sanitised HTML with the addresses of its media filled in. */
  bodyHtml: string;
  updatedAt: string | null;
  headings: { id: string; level: number; text: string }[];
  readingMinutes: number;
  authorAvatar: Picture | null;
  sharingCard: SharingCard | null;
  products: ProductCardData[];
  older: ArticleName | null;
  newer: ArticleName | null;
}

export interface AuthorPayload extends WithPhrases {
  author: AuthorName & { bioHtml: string; bioText: string; avatar: Picture | null; links: TextLink[] };
  articles: Paged<ArticleCardData>;
}

export interface ProductPayload extends ProductCardData, WithPhrases {
  descriptionHtml: string;
  pictures: Picture[];
  sharingCard: SharingCard | null;
  specs: [name: string, value: string][];
  sku: string | null;
  purchaseUrl: string | null;
  articles: ArticleCardData[];
  related: ProductCardData[];
}

export interface SitePagePayload {
  id: string;
  title: string;
  summary: string;
  /** Sanitised HTML with the addresses of its media filled in. */
  bodyHtml: string;
  updatedAt: string | null;
  cover: Picture | null;
  sharingCard: SharingCard | null;
}

export interface LoginPayload {
  /** Null: not configured. `existing`: only for accounts that are there. */
  google: 'existing' | 'anyone' | null;
  notice: LoginNotice | null;
  /** Where to go after signing in: a path of the site without the base path; null: to the account. */
  next: string | null;
}

/** Why someone who came back from the other service is not signed in, in words of ours. */
export const loginNotices = [
  'google-cancelled',
  'google-failed',
  'google-unreachable',
  'google-unverified',
  'google-unknown',
  'google-domain',
  'google-link-first',
  'account-deleted',
  'signed-out-everywhere',
] as const;
export type LoginNotice = (typeof loginNotices)[number];

export interface AccountPayload {
  name: string;
  email: string;
  role: Role;
  hasPassword: boolean;
  hasGoogle: boolean;
  /** The other service can be linked now. */
  mayLinkGoogle: boolean;
  /** The last used first. */
  sessions: { userAgent: string; way: SignInWay; createdAt: string; seenAt: string; isThis: boolean }[];
  notice: AccountNotice | null;
}

export const accountNotices = ['password-changed', 'google-linked', 'google-other-email'] as const;
export type AccountNotice = (typeof accountNotices)[number];

export interface SavedPayload extends WithPhrases {
  products: ProductCardData[];
  articles: ArticleCardData[];
}
