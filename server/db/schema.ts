import type { Generated, GeneratedAlways } from 'kysely';
import type { Availability } from '#shared/payloads.ts';
import type {
  AccountsTable,
  IdentitiesTable,
  SessionsTable,
  KnownDevicesTable,
  AccountLinksTable,
  SavedItemsTable,
  AttemptsTable,
  AccountEventsTable,
} from './account-tables.ts';
import type { EdgePurgesTable, EdgesTable } from './edge-tables.ts';
import type {
  ContentEventsTable,
  DraftsTable,
  EntriesTable,
  LostMentionsTable,
  RedirectsTable,
  RevisionsTable,
} from './editing-tables.ts';
import type {
  CardStateTable,
  FontSlicesTable,
  FontStateTable,
  MediaJobsTable,
  MediaTable,
  SharingCardsTable,
} from './media-tables.ts';
import type { Status } from './status.ts';
import type { UtcIso } from './utc-iso.ts';

/** JSON in a text column: parsed where it is read, so that both engines hand out the same thing. */
type JsonText = string;
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

export interface PagesTable {
  id: string;
  title: string;
  summary: string;
  cover: string | null;
  cover_alt: string;
  body_source: string;
  /** As of an article. */
  body_html: string;
  updated_at: UtcIso | null;
  status: Status;
}

export interface ArticleProductsTable {
  article_id: string;
  product_id: string;
  position: number;
  /** When the article is published, null for never. Kept by triggers. */
  shown_from: Generated<UtcIso | null>;
}

/** Made of `articles.tags` by triggers, which alone write it. */
export interface ArticleTagsTable {
  article_id: string;
  tag: string;
  /** When the article is published, null for never. */
  shown_from: UtcIso | null;
}

export interface ProductsTable {
  id: string;
  name: string;
  summary: string;
  category: string;
  price_twd: number | null;
  /** The price for lists from the cheapest on, and from the dearest on: those without one are last in both. */
  cheap_key: GeneratedAlways<number>;
  dear_key: GeneratedAlways<number>;
  availability: Availability;
  /** The first of `images`, so that lists need no JSON. */
  picture: string | null;
  picture_alt: string;
  images: JsonText;
  specs: JsonText;
  /** As its maker writes it. */
  sku: string | null;
  purchase_url: string | null;
  description_source: string;
  description_html: string;
  published_at: UtcIso | null;
  updated_at: UtcIso | null;
  status: Status;
}

/** How many published rows a list has, those of the future too; its name is its tag. Kept by triggers. */
export interface ListCountsTable {
  list: string;
  count: number;
}

/** What sitemaps say of each entry of the content. Kept by triggers. */
export interface SitemapEntriesTable {
  /** The table of the entry. */
  kind: string;
  /** An entry keeps it: a file of a sitemap is a range of numbers. */
  number: number;
  entry_id: string;
  /** Empty for always, null for never. */
  shown_from: UtcIso | '' | null;
  updated_at: UtcIso | null;
  picture: string | null;
  /** The name of its file, without the ending. */
  file: GeneratedAlways<string>;
}

export interface SiteTable {
  id: 1;
  settings: JsonText;
}

/** Written by triggers, read by the change feed. */
export interface ChangesTable {
  tag: string;
  /** SQLite only: the number of the tag's newest change. */
  seq: number;
  /** PostgreSQL only: the number of the transaction. */
  txid: string;
}

/** How often words were looked for on a day, and nothing was found. */
export interface SearchMissesTable {
  /** `2026-11-20` */
  day: string;
  words: string;
  count: number;
}

/** What was written since search has indexed it. Kept by triggers. */
export interface SearchDirtyTable {
  kind: string;
  /** The id of an entry that is there, or was. */
  ref: string;
  /** Grows: what is written last has the greatest. */
  seq: Generated<number>;
}

export interface SearchStateTable {
  id: 1;
  /** With which version of the tokeniser the index was made; 0: nothing stands in it yet. */
  tokeniser: number;
  /** Who makes the index anew, and until when nobody else begins to. */
  builder: string | null;
  builder_until: UtcIso | null;
}

/** What operators did last of each kind. */
export interface OperationsTable {
  /** Kind of operation: one of operationKinds in operations.ts, or `media`: where the site has its files since when. */
  kind: string;
  finished_at: UtcIso;
  detail: string;
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

/** What pages are made of. What a write to each announces stands in server/freshness/announcements.ts. */
export interface ContentTables {
  authors: AuthorsTable;
  articles: ArticlesTable;
  products: ProductsTable;
  pages: PagesTable;
  article_products: ArticleProductsTable;
  article_tags: ArticleTagsTable;
  media: MediaTable;
  site: SiteTable;
  redirects: RedirectsTable;
}

export type ContentTable = keyof ContentTables;

/** The tables whose writes are announced: those that pages are made of, and what is made of these for other programs. */
export interface AnnouncedTables extends ContentTables {
  sitemap_entries: SitemapEntriesTable;
  font_slices: FontSlicesTable;
  sharing_cards: SharingCardsTable;
}

/** The tables whose rows visitors see from a moment on. */
export type PublishedTable = {
  [Table in ContentTable]: 'status' | 'published_at' extends keyof ContentTables[Table] ? Table : never;
}[ContentTable];

export interface Schema extends AnnouncedTables {
  media_jobs: MediaJobsTable;
  font_state: FontStateTable;
  card_state: CardStateTable;
  list_counts: ListCountsTable;
  changes: ChangesTable;
  edges: EdgesTable;
  edge_purges: EdgePurgesTable;
  search_dirty: SearchDirtyTable;
  search_state: SearchStateTable;
  search_misses: SearchMissesTable;
  operations: OperationsTable;
  builds: BuildsTable;
  build_assets: BuildAssetsTable;
  accounts: AccountsTable;
  identities: IdentitiesTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  account_links: AccountLinksTable;
  saved_items: SavedItemsTable;
  attempts: AttemptsTable;
  account_events: AccountEventsTable;
  entries: EntriesTable;
  revisions: RevisionsTable;
  drafts: DraftsTable;
  content_events: ContentEventsTable;
  lost_mentions: LostMentionsTable;
}
