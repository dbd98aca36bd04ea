import type { Generated, GeneratedAlways } from 'kysely';
import type { Availability, PlainAvailability } from '#shared/kinds/availabilities.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type {
  AccountsTable,
  IdentitiesTable,
  SessionsTable,
  KnownDevicesTable,
  AccountLinksTable,
  SavedItemsTable,
  AttemptsTable,
  AccountEventsTable,
} from './tables/account-tables.ts';
import type { BuildAssetsTable, BuildsTable } from './tables/build-tables.ts';
import type { EdgePurgesTable, EdgesTable } from './tables/edge-tables.ts';
import type {
  AutosavesTable,
  ContentEventsTable,
  DraftsTable,
  EditPresenceTable,
  EntriesTable,
  HandedInTable,
  LostMentionsTable,
  RedirectsTable,
  RevisionsTable,
  ScheduledChangesTable,
} from './tables/editing-tables.ts';
import type { JsonText, KindColumns } from './tables/kind-columns.ts';
import type {
  CardStateTable,
  FontSlicesTable,
  FontStateTable,
  MediaJobsTable,
  MediaTable,
  SharingCardsTable,
} from './tables/media-tables.ts';
import type { UtcIso } from './tables/utc-iso.ts';

export interface AuthorsTable extends KindColumns<'authors'> {
  bio_text: string;
}

/** `<img src="media/…">` in `body_html` gets the address of the picture when it is read. */
export interface ArticlesTable extends KindColumns<'articles'> {
  headings: JsonText;
  reading_minutes: number;
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

/** The products that stand first in a category. */
export interface CategoryPinsTable {
  category_id: string;
  product_id: string;
  position: number;
}

/** Further categories of products. */
export interface ProductAlsoInTable {
  product_id: string;
  category_id: string;
  position: number;
}

/** A product in a category that lists it: its own, a further one, or one above them. Triggers alone write it. */
export interface ProductCategoriesTable {
  /** The id of a category, or the text of a product that no category has. */
  category_id: string;
  product_id: string;
  /** When the product is published, null for never. */
  shown_from: UtcIso | null;
  cheap_key: number;
  dear_key: number;
  stock_key: number;
  /** The first of the pinned products has the highest; 0: it is not pinned. */
  pin: number;
}

/**
 * `list_price` and `supply` are what editors give, `price_twd` and `now_availability` what is true at present: of the
 * variants, and in a sale. The latter are kept for orders, filters and search (server/content/offers).
 */
export interface ProductsTable extends KindColumns<'products'> {
  /** Lowest price at present of what can be had. */
  price_twd: number | null;
  now_availability: Availability | null;
  /** The same for builds before `backorder` and `coming_soon`. */
  availability: PlainAvailability;
  /** Moment at which the columns above become others; in the past: they are to be made anew; null: never. */
  next_change_at: UtcIso | null;
  /** Price for sorting from the cheapest, and from the dearest: products without one are last in both. */
  cheap_key: GeneratedAlways<number>;
  dear_key: GeneratedAlways<number>;
  /** 1: it can be had; 0: it cannot. Kept by triggers. */
  stock_key: Generated<number>;
  /** The first of `images`, so that lists need no JSON. */
  picture: string | null;
  picture_alt: string;
}

/** Products that a product names as related. */
export interface ProductRelatedTable {
  product_id: string;
  related_id: string;
  position: number;
}

/** Number of published rows in a list, future ones included; its name is its tag. Kept by triggers. */
export interface ListCountsTable {
  list: string;
  count: number;
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

/** Entries written since search has indexed them. Kept by triggers. */
export interface SearchDirtyTable {
  kind: string;
  /** The id of an entry that is there, or was. */
  ref: string;
  /** Increases: the last write has the greatest. */
  seq: Generated<number>;
}

export interface SearchStateTable {
  id: 1;
  /** With which version of the tokeniser the index was made; 0: nothing stands in it yet. */
  tokeniser: number;
  /** Process that rebuilds the index, and the end of its lease. */
  builder: string | null;
  builder_until: UtcIso | null;
}

/** Keeping of what is true of prices at present. */
export interface OfferStateTable {
  id: 1;
  /** Process that does it, and the end of its lease. */
  holder: string | null;
  held_until: UtcIso | null;
}

/** Last operation of each kind. */
export interface OperationsTable {
  /** Kind of operation: one of operationKinds in operations.ts, or `media`: where the site has its files since when. */
  kind: string;
  finished_at: UtcIso;
  detail: string;
}

/** Tables with columns that the import makes of the text, or the database of other columns. */
interface TablesWithMade {
  authors: AuthorsTable;
  articles: ArticlesTable;
  products: ProductsTable;
}

/** The table of every kind of content. */
type KindTables = {
  [Name in Kind]: Name extends keyof TablesWithMade ? TablesWithMade[Name] : KindColumns<Name>;
};

/** Tables that pages are made of. server/freshness/announcements.ts has the tags that a write to each announces. */
export interface ContentTables extends KindTables {
  article_products: ArticleProductsTable;
  article_tags: ArticleTagsTable;
  product_related: ProductRelatedTable;
  category_pins: CategoryPinsTable;
  product_also_in: ProductAlsoInTable;
  product_categories: ProductCategoriesTable;
  media: MediaTable;
  site: SiteTable;
  redirects: RedirectsTable;
}

export type ContentTable = keyof ContentTables;

/** The tables whose writes are announced: those of pages, and those derived from them for other programs. */
export interface AnnouncedTables extends ContentTables {
  font_slices: FontSlicesTable;
  sharing_cards: SharingCardsTable;
}

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
  offer_state: OfferStateTable;
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
  scheduled_changes: ScheduledChangesTable;
  content_events: ContentEventsTable;
  lost_mentions: LostMentionsTable;
  autosaves: AutosavesTable;
  edit_presence: EditPresenceTable;
  handed_in: HandedInTable;
}
