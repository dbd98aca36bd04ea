import type { FrontPart, LayoutSettings, SiteSettings } from '../kinds/site.ts';
import type { CategoryNode } from './category-payloads.ts';
import type { ListQuery } from '../address/list-query.ts';
import type { OfferData, OptionValue, VariantData } from './offer-payload.ts';
import type { DownloadData, LabellingData, PurchaseLink } from './product-details.ts';
import type { PerhapsFiltered } from './facet-payload.ts';

/** `src` is an address of this site with its base path. Sizes are those of the original; null when unknown. */
export interface Picture {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
  /** The newer formats in which it is kept, the best first; see shared/picture-files.ts. Left out: there is only `src`. */
  formats?: PictureFormat[];
  /** About which colour it has, as classes: seen until it has come. */
  tone?: string;
  /** A few pixels as a data address, to be shown until the picture has come. */
  blur?: string;
}

export type PictureFormat = 'avif' | 'webp';

/** Picture that other sites show beside a link to a page. */
export interface SharingCard {
  src: string;
  width: number;
  height: number;
}

export interface TextLink {
  label: string;
  url: string;
}

export interface ProductCardData extends OfferData {
  id: string;
  name: string;
  summary: string;
  /** Id of the category in its address; empty where visitors see none. */
  category: string;
  /** Left out: it is the id. */
  categoryName?: string;
  picture: Picture | null;
  /** Words that set it apart, such as 限量; left out where there are none. */
  badges?: string[];
  /** It was published a short time ago; left out where it is not so. */
  isNew?: true;
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
  /** In a list that has cards of two widths. */
  isWide?: boolean;
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

export interface LayoutPayload extends LayoutSettings {
  /** Beside the name in the header; left out: the name stands alone. */
  logo?: Picture;
  /** Left out: titles are set in the site's own font. */
  titleFont?: false;
  /** The key of the card with the name of the site; left out until it is made. */
  card?: string;
}

/** The colour of links, buttons and marks in each mode, as `#rrggbb`. */
export type SiteColors = NonNullable<SiteSettings['colors']>;

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

/** A page with its title. */
export interface NamedPage {
  id: string;
  name: string;
}

/** The newest pages, for a visitor who has found nothing. Both are empty on a site without content. */
export interface RecentPages {
  articles: NamedPage[];
  products: NamedPage[];
}

/** Facts of the products of a list, in the order of its items. */
export interface ListTable {
  /** Names of specs and options, and `brand`. */
  columns: string[];
  /** A value for each column: empty where the product has none, and several as one text. */
  rows: { sku?: string; values: string[] }[];
}

/** A list that may have nothing in it. */
interface PerhapsEmpty {
  /** Only where it has nothing. */
  recent?: RecentPages;
}

/** A category with its place in the tree. */
export interface CategoryData {
  name: string;
  /** Empty where it has none. */
  summary: string;
  cover: Picture | null;
  /** Left out where there is none. */
  sharingCard?: SharingCard;
  /** The categories that it is in, from the top. */
  above: NamedPage[];
}

export interface ProductListPayload extends Paged<ProductCardData>, PerhapsEmpty, PerhapsFiltered {
  query: ListQuery;
  tree: CategoryNode[];
  /** Left out: the products are shown as cards. */
  table?: ListTable;
  /** Left out in the list of all products. */
  category?: CategoryData;
  /** Text of the category as sanitised HTML, below its first page; empty on all others. */
  textHtml: string;
  /** Ids of the categories at the top. Pages that were opened before the tree read them. */
  categories: string[];
  /** Empty but on the front page. Pages that were opened before the front page was one of its own read it on every list. */
  featured: FeaturedData[];
}

/** The front page, or the filtered products of its address. */
export interface FrontPayload extends ProductListPayload, WithPhrases {
  /** The site's own description. */
  description: string;
  /** Parts of the page, in their order; empty when the address filters the products. */
  front: FrontPart[];
  /** The newest, without their summaries. */
  articles: ArticleCardData[];
}

export interface ArticleListPayload extends Paged<ArticleCardData>, PerhapsEmpty, WithPhrases {
  /** Tags with the most articles, on the first page; empty on the others. */
  tags: string[];
}

export interface TagPayload extends Paged<ArticleCardData>, WithPhrases {
  tag: string;
}

export type ArticleLink = Pick<ArticleCardData, 'id' | 'title' | 'cover'>;

export interface ArticlePayload extends ArticleCardData, WithPhrases {
  /** Sanitised HTML with the addresses of its media filled in. */
  bodyHtml: string;
  updatedAt: string | null;
  headings: { id: string; level: number; text: string }[];
  readingMinutes: number;
  authorAvatar: Picture | null;
  /** Beginning of the author's biography, without markup. */
  authorBio: string;
  sharingCard: SharingCard | null;
  products: ProductCardData[];
  older: ArticleLink | null;
  newer: ArticleLink | null;
  /** The most like this one first. */
  related: ArticleCardData[];
}

export interface AuthorPayload extends WithPhrases {
  author: AuthorName & {
    bioHtml: string;
    bioText: string;
    avatar: Picture | null;
    links: TextLink[];
    sharingCard: SharingCard | null;
  };
  articles: Paged<ArticleCardData>;
}

export interface ProductPayload extends ProductCardData, WithPhrases {
  descriptionHtml: string;
  pictures: Picture[];
  sharingCard: SharingCard | null;
  specs: [name: string, value: string][];
  /** Runs of `specs` under a heading, or under none where the name is empty; left out where nothing has a heading. */
  specGroups?: [name: string, size: number][];
  brand?: string;
  sku: string | null;
  gtin?: string;
  mpn?: string;
  /** Options in their order; left out where there are no variants. */
  options?: { name: string; values: OptionValue[] }[];
  /** The chosen variant, with the values of its options: price, availability and numbers are its own. */
  variant?: { id: string; values: string[] };
  variants?: VariantData[];
  /** The first of `purchaseLinks`. */
  purchaseUrl: string | null;
  /** Left out where there is one at most. */
  purchaseLinks?: PurchaseLink[];
  downloads?: DownloadData[];
  labelling?: LabellingData;
  /** The categories that it is in, from the top to its own. */
  categories: NamedPage[];
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

export interface SavedPayload extends WithPhrases {
  products: ProductCardData[];
  articles: ArticleCardData[];
}
