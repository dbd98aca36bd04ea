import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import {
  filedColumn,
  hasField,
  hasState,
  isDated,
  titleColumn,
  type DatedKind,
} from '../db/tables/kind-columns.ts';
import { listedTables, type ListedTable } from '../db/tables/listed-tables.ts';
import type { AnnouncedTables } from '../db/schema.ts';
import { shownColumns } from './shown-columns.ts';
import { entryTags, listTags, tags, type Tag, type TagKind } from './tags.ts';

type AnnouncedTable = keyof AnnouncedTables;
type Column<Table> = Table extends AnnouncedTable ? keyof AnnouncedTables[Table] & string : never;

/** A tag of a row: one without an id, or that of the id in a column. */
export type RowTag<Table extends AnnouncedTable = AnnouncedTable> =
  { tag: Tag } | { kind: TagKind; column: Column<Table> };

/** Tags of the ids in a column of another table, in those of its rows whose other column has this row's id. */
export type LinkedTag<Other extends AnnouncedTable = AnnouncedTable> = {
  [Table in Other]: { kind: TagKind; from: Table; column: Column<Table>; where: Column<Table> };
}[Other];

export interface Announcement<Table extends AnnouncedTable = AnnouncedTable> {
  /** Announced of the row before and after. */
  tags: readonly (RowTag<Table> | LinkedTag)[];
  /** An update is announced only when one of these columns has another value than before; without them, every update. */
  columns?: readonly Column<Table>[];
}

export interface TableAnnouncements<Table extends AnnouncedTable = AnnouncedTable> {
  /** Announcements of a write to the table; becoming due is a write to `published_at`. */
  writes: readonly Announcement<Table>[];
  /** The lists in which a published row stands (`listedTables` says when it is): they are counted, each under its tag. */
  lists?: readonly RowTag<Table>[];
}

type Announcements = {
  readonly [Table in AnnouncedTable]: Table extends ListedTable
    ? Required<TableAnnouncements<Table>>
    : TableAnnouncements<Table>;
};

/**
 * Raised with each change of the triggers that are made of this file when no migration comes with it: an earlier build
 * leaves a later one's (server/db/triggers/repeatable.ts).
 */
export const announcementsRevision = 6;

/** Columns of products that lists are filtered by (server/facets): kept lists with their filters follow each. */
export const facetColumns = ['specs', 'brand', 'variants', 'availability', 'now_availability'] as const;

const articleLists = [{ tag: tags.articles }, { kind: tags.articlesOfAuthor, column: 'author_id' }] as const;

const productLists = [{ tag: tags.products }] as const;
const categoryLists = [{ kind: tags.productsOfCategory, column: 'category_id' }] as const;

const productsNamed = [
  { kind: tags.product, column: 'product_id' },
  { kind: tags.pagesOfProduct, column: 'product_id' },
] as const;

/** Further announcements of a write to a kind, and the lists in which its entries stand. */
const ownLists = {
  articles: {
    writes: [
      {
        tags: [
          ...articleLists,
          // A page of a product shows the articles that mention it.
          {
            kind: tags.articlesOfProduct,
            from: 'article_products',
            column: 'product_id',
            where: 'article_id',
          },
        ],
        columns: ['id', 'status', 'published_at', 'author_id'],
      },
      {
        // Each row of `article_tags` announces the same itself; becoming due is no write.
        tags: [
          { kind: tags.articlesOfTag, from: 'article_tags', column: 'tag', where: 'article_id' },
          { tag: tags.articleTags },
        ],
        columns: ['status', 'published_at'],
      },
    ],
    lists: articleLists,
  },
  products: {
    writes: [
      // After ten thousand sales the pages that were made since their beginning are right already.
      { tags: [{ kind: tags.pagesOfProduct, column: 'id' }], columns: shownColumns },
      { tags: productLists, columns: ['id', 'status', 'published_at', 'stock_key'] },
      {
        // Each row of `product_categories` announces the same itself; becoming due is no write.
        tags: [
          {
            kind: tags.productsOfCategory,
            from: 'product_categories',
            column: 'category_id',
            where: 'product_id',
          },
        ],
        columns: ['status', 'published_at'],
      },
      { tags: [{ tag: tags.productPrices }], columns: ['price_twd'] },
      {
        tags: [
          {
            kind: tags.facetsOfCategory,
            from: 'product_categories',
            column: 'category_id',
            where: 'product_id',
          },
        ],
        columns: facetColumns,
      },
    ],
    lists: productLists,
  },
} as const satisfies { readonly [Name in DatedKind]?: Required<TableAnnouncements<Name>> };

/** Further announcements of a write to a kind without a list. */
const ownWrites: { readonly [Name in Kind]?: readonly Announcement[] } = {
  categories: [
    {
      tags: [{ tag: tags.categories }],
      columns: ['id', 'name', 'parent_id', 'position', 'filters', 'status'],
    },
  ],
};

/** A dated kind stands in one list unless it says more. */
type KindAnnouncements = {
  readonly [Name in Kind]: Pick<TableAnnouncements, 'writes'> &
    (Name extends DatedKind ? { lists: ListsOf<Name> } : unknown);
};
type ListsOf<Name extends DatedKind> = Name extends keyof typeof ownLists
  ? (typeof ownLists)[Name]['lists']
  : readonly [{ tag: Tag }];

function announcementsOf(kind: Kind): TableAnnouncements {
  if (!isDated(kind)) {
    return { writes: [...entryWrites(kind), ...(ownWrites[kind] ?? [])] };
  }
  const all = { tag: listTags[kind] };
  const plain: Required<TableAnnouncements> = {
    writes: [{ tags: [all], columns: ['id', 'status', 'published_at'] }],
    lists: [all],
  };
  const own: { readonly [Name in DatedKind]?: Required<TableAnnouncements> } = ownLists;
  const { writes, lists } = own[kind] ?? plain;
  return { writes: [...entryWrites(kind), ...writes], lists };
}

/**
 * Tags that a written row makes stale, said once: the triggers of both engines, the counts of lists, and what the
 * schedule reports of rows that become due are made of it. In the order in which an import locks the tables.
 *
 * During a deploy, processes of the build before run on the triggers made of it: what they wait for is announced for
 * one release more (former-names.ts), or every write says `everythingTag`, which they understand on both engines.
 */
export const announcements = {
  // In the order of the records; each has the columns that its record names.
  ...(Object.fromEntries(
    Object.values(kinds).map(({ name }) => [name, announcementsOf(name)]),
  ) as KindAnnouncements),
  article_products: {
    writes: [
      {
        tags: [
          { kind: tags.article, column: 'article_id' },
          { kind: tags.articlesOfProduct, column: 'product_id' },
        ],
      },
    ],
  },
  article_tags: {
    writes: [{ tags: [{ kind: tags.articlesOfTag, column: 'tag' }, { tag: tags.articleTags }] }],
    lists: [{ kind: tags.articlesOfTag, column: 'tag' }],
  },
  product_related: { writes: [{ tags: productsNamed }] },
  category_pins: { writes: [{ tags: [{ kind: tags.category, column: 'category_id' }] }] },
  product_also_in: { writes: [{ tags: productsNamed }] },
  product_categories: {
    writes: [
      // The tree has the number of products in each branch.
      {
        tags: [...categoryLists, { tag: tags.products }],
        columns: ['category_id', 'product_id', 'shown_from'],
      },
      { tags: categoryLists, columns: ['stock_key', 'pin'] },
      { tags: [{ tag: tags.productPrices }], columns: ['cheap_key', 'dear_key'] },
    ],
    lists: categoryLists,
  },
  media: {
    writes: [
      { tags: [{ kind: tags.media, column: 'path' }] },
      { tags: [{ tag: tags.pictureFiles }], columns: ['path', 'served'] },
    ],
  },
  site: { writes: [{ tags: [{ tag: tags.site }] }] },
  redirects: { writes: [{ tags: [{ kind: tags.redirect, column: 'from_path' }] }] },
  font_slices: {
    writes: [{ tags: [{ tag: tags.titleFont }], columns: ['position', 'characters', 'retired_at'] }],
  },
  sharing_cards: { writes: [{ tags: [{ kind: tags.sharingCard, column: 'key' }], columns: ['key'] }] },
} as const satisfies Announcements;

interface EntryWrite<Table extends Kind> {
  tags: readonly ({ tag: Tag } | { kind: TagKind; column: 'id' })[];
  columns?: readonly Column<Table>[];
}

/** Every entry has a page of its own, stands in the sitemap of its kind, and is found by its title and by the names under which it is filed. */
function entryWrites<Table extends Kind>(kind: Table): readonly EntryWrite<Table>[] {
  const filed = [filedColumn(kind)?.column ?? []].flat();
  const visibility = [...(hasState(kind) ? ['status'] : []), ...(isDated(kind) ? ['published_at'] : [])];
  const changed = hasField(kind, 'updatedAt') ? ['updated_at'] : [];
  return [
    { tags: [{ kind: entryTags[kind], column: 'id' }] },
    // The record says that its table has them; a test writes to each.
    { tags: [{ tag: tags.names }], columns: [titleColumn(kind), ...filed, ...visibility] as Column<Table>[] },
    {
      tags: [{ tag: tags.sitemapFiles(kind) }],
      columns: ['id', ...visibility, ...changed, kinds[kind].picture] as Column<Table>[],
    },
  ];
}

/** Every table of content with its announcements. */
export function everyTable(): [table: string, said: TableAnnouncements][] {
  const tables: Record<string, TableAnnouncements> = announcements;
  return Object.entries(tables);
}

/** The tables with paged lists. */
export function everyListedTable(): ({ table: ListedTable } & Required<TableAnnouncements>)[] {
  return everyTable().flatMap(([table, { writes, lists }]) =>
    lists === undefined || !isListed(table) ? [] : [{ table, writes, lists }],
  );
}

/** The tables whose rows become due, together with the tables that list them. */
export function everyPublishedTable(): ReturnType<typeof everyListedTable> {
  return everyListedTable().filter(({ table }) => listedTables[table].time === 'published_at');
}

function isListed(table: string): table is ListedTable {
  return Object.hasOwn(listedTables, table);
}
