import type { Availability } from '#shared/payloads.ts';

/** JSON in a text column: parsed where it is read, so that both engines hand out the same thing. */
type JsonText = string;
/** ISO 8601 in UTC with milliseconds, so that text order is time order. */
type UtcIso = string;

export type Status = 'draft' | 'published' | 'archived';

export interface AuthorsTable {
  id: string;
  name: string;
  avatar: string | null;
  links: JsonText;
  bio_source: string;
  bio_html: string;
  bio_text: string;
}

export interface ArticlesTable {
  id: string;
  title: string;
  summary: string;
  author_id: string;
  cover: string | null;
  cover_alt: string;
  tags: JsonText;
  body_source: string;
  /** Images are `<img src="media/…">` here; their addresses are filled in when read. */
  body_html: string;
  headings: JsonText;
  reading_minutes: number;
  published_at: UtcIso | null;
  updated_at: UtcIso | null;
  status: Status;
}

export interface ArticleProductsTable {
  article_id: string;
  product_id: string;
  position: number;
}

export interface ProductsTable {
  id: string;
  name: string;
  summary: string;
  category: string;
  price_twd: number | null;
  availability: Availability;
  /** The first of `images`, so that lists need no JSON. */
  picture: string | null;
  picture_alt: string;
  images: JsonText;
  specs: JsonText;
  purchase_url: string | null;
  description_source: string;
  description_html: string;
  published_at: UtcIso | null;
  updated_at: UtcIso | null;
  status: Status;
}

/** Files live in the media folder under `file`, which is their content hash and ending. */
export interface MediaTable {
  path: string;
  file: string;
  content_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

export interface SiteTable {
  id: 1;
  settings: JsonText;
}

/** SQLite only: the newest change of each tag. Written by triggers, read by the change feed. */
export interface ChangesTable {
  tag: string;
  seq: number;
}

export interface BuildsTable {
  id: string;
  built_at: UtcIso;
  seen_at: UtcIso;
}

export interface BuildAssetsTable {
  /** Holds the hash of the content. */
  name: string;
  content: Uint8Array;
  bytes: number;
  seen_at: UtcIso;
}

export interface Schema {
  authors: AuthorsTable;
  articles: ArticlesTable;
  article_products: ArticleProductsTable;
  products: ProductsTable;
  media: MediaTable;
  site: SiteTable;
  changes: ChangesTable;
  builds: BuildsTable;
  build_assets: BuildAssetsTable;
}
