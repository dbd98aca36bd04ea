import type { Generated, GeneratedAlways } from 'kysely';
import type { Role, SavedItem, SignInWay } from '#shared/accounts.ts';
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
  purchase_url: string | null;
  description_source: string;
  description_html: string;
  published_at: UtcIso | null;
  updated_at: UtcIso | null;
  status: Status;
}

/** `file` is the original: its content hash and ending. See server/media for where files are. */
export interface MediaTable {
  path: string;
  file: string;
  content_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** What visitors get: `file` itself, or one of the files that are made of it. */
  served: string;
  /** A few pixels as a data address. */
  blur: string | null;
  /** Equal to `served` once the files that are made in the background are there. */
  finished_of: Generated<string | null>;
}

/** A picture whose files are to be made, or removed when no row of `media` names it any longer. */
export interface MediaJobsTable {
  file: string;
  /** Empty: at once. */
  run_at: UtcIso | '';
  tries: Generated<number>;
}

/** How many published rows a list has, those of the future too; its name is its tag. Kept by triggers. */
export interface ListCountsTable {
  list: string;
  count: number;
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

export interface AccountsTable {
  id: string;
  /** Spelled by `normaliseEmail`. */
  email: string;
  name: string;
  role: Role;
  /** PHC string; null: no password. */
  password_hash: string | null;
  disabled_at: UtcIso | null;
  created_at: UtcIso;
}

/** How another service names the holder of an account. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  account_id: string;
  linked_at: UtcIso;
}

export interface SessionsTable {
  /** Whoever reads this table cannot sign in with it. */
  id_hash: string;
  account_id: string;
  way: SignInWay;
  is_remembered: 0 | 1;
  user_agent: string;
  created_at: UtcIso;
  seen_at: UtcIso;
  /** When it ends unless it is used before. */
  idle_at: UtcIso;
  /** When it ends in any case. */
  ends_at: UtcIso;
}

/** Browsers in which the account was signed in to before. */
export interface KnownDevicesTable {
  id_hash: string;
  account_id: string;
  seen_at: UtcIso;
}

/** Lets whoever has the secret set the password of the account, once. */
export interface AccountLinksTable {
  id_hash: string;
  account_id: string;
  /** The account that made it: the link ends with its right to. */
  made_by: string;
  created_at: UtcIso;
  ends_at: UtcIso;
  used_at: UtcIso | null;
}

export interface SavedItemsTable {
  account_id: string;
  item: SavedItem;
  saved_at: UtcIso;
}

/** How often something was tried in the window that ends then. */
export interface AttemptsTable {
  key: string;
  count: number;
  ends_at: UtcIso;
}

export interface AccountEventsTable {
  seq: Generated<number>;
  at: UtcIso;
  event: string;
  account_id: string | null;
  address: string | null;
  detail: string | null;
}

/** Something that editors can open: a row of content, a draft that was never published, or what is in the trash. */
export interface EntriesTable {
  /** Random: it stays when the id changes. */
  key: string;
  /** A kind of content, or `site`. */
  kind: string;
  id: string;
  /** Grows with every write of the content or of the draft. */
  version: number;
  title: string;
  /** `draft`: no visitor has seen it. */
  state: Status;
  changed_at: UtcIso;
  /** In the trash since then. Its id may belong to another entry now. */
  deleted_at: UtcIso | null;
}

export type RevisionAction =
  'save' | 'publish' | 'unpublish' | 'archive' | 'rename' | 'delete' | 'restore' | 'import' | 'conflict';

/** What an entry was at some time, as the file that an export would write. */
export interface RevisionsTable {
  seq: Generated<number>;
  entry_key: string;
  /** The version that the writing made. */
  version: number;
  action: RevisionAction;
  document: string;
  /** SHA-256 of the document in hexadecimal digits. */
  hash: string;
  /** Null: an import, or an account that is gone. */
  account_id: string | null;
  account_name: string;
  at: UtcIso;
  restored_from: number | null;
}

/** What an editor has written and visitors do not see yet: it may be incomplete. */
export interface DraftsTable {
  entry_key: string;
  document: string;
  /** SHA-256 of the published document that it began from; null: there was none. */
  base_hash: string | null;
  account_id: string | null;
  account_name: string;
  saved_at: UtcIso;
}

/** Where an address leads that was a page once. One of `entry_key`, `to_path` and `is_gone` is set. */
export interface RedirectsTable {
  /** Site path without the base path, in its one spelling. */
  from_path: string;
  entry_key: string | null;
  to_path: string | null;
  is_gone: Generated<0 | 1>;
  created_at: UtcIso;
  account_name: string;
}

/** What was done to content, by whom. Kept when the content is gone. */
export interface ContentEventsTable {
  seq: Generated<number>;
  at: UtcIso;
  event: string;
  account_id: string | null;
  account_name: string;
  kind: string | null;
  id: string | null;
  detail: string | null;
}

/** What pages are made of. What a write to each announces stands in server/freshness/announcements.ts. */
export interface ContentTables {
  authors: AuthorsTable;
  articles: ArticlesTable;
  products: ProductsTable;
  pages: PagesTable;
  article_products: ArticleProductsTable;
  media: MediaTable;
  site: SiteTable;
  redirects: RedirectsTable;
}

export type ContentTable = keyof ContentTables;

/** The tables whose rows visitors see from a moment on. */
export type PublishedTable = {
  [Table in ContentTable]: 'status' | 'published_at' extends keyof ContentTables[Table] ? Table : never;
}[ContentTable];

export interface Schema extends ContentTables {
  media_jobs: MediaJobsTable;
  list_counts: ListCountsTable;
  changes: ChangesTable;
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
}
