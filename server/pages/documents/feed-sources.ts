import { feedPage } from '#server/content/entries/entry-addresses.ts';
import { kindNames, kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { texts } from '#shared/locale/texts.ts';
import { paths } from '#shared/address/paths.ts';
import type { SiteSettings } from '#shared/kinds/site.ts';
import { isDated, type DatedKind } from '#server/db/tables/kind-columns.ts';
import { countList, listIds, type PagedList } from '#server/db/queries/list-pages.ts';
import { isTagShown } from '#server/features/articles/article-queries.ts';
import { findAuthor } from '#server/features/authors/author-queries.ts';
import { findOldAddress } from '#server/features/editing/site/old-addresses.ts';
import { listArticleEntries } from '#server/features/feeds/article-entries.ts';
import type { FeedAuthor, FeedEntry } from '#server/features/feeds/feed.ts';
import { findEntryKeys } from '#server/features/feeds/find-entry-keys.ts';
import { listKindEntries } from '#server/features/feeds/kind-entries.ts';
import { listProductEntries } from '#server/features/feeds/product-entries.ts';
import { absoluteUrl, type SiteAddress } from '#server/http/request/site-address.ts';
import { findCategory } from '#server/features/categories/category-queries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import type { DocumentRequest } from './document-route.ts';

/** A kind of page whose list has a feed. */
export interface FeedSource {
  /** The path of the page. */
  page: string;
  /** The parameters of the page on which the feed depends. */
  query: readonly string[];
  /** Null: there is no such page. */
  outline(request: DocumentRequest, site: FeedSite): Promise<FeedOutline | OldFeed | null>;
}

export interface FeedSite extends SiteAddress {
  settings: SiteSettings;
}

/** Content of a feed, before the requested part of it is known. */
export interface FeedOutline {
  /** Unlike that of any other feed of the site, for ever. */
  thing: string;
  /** Null: that of the site. */
  title: string | null;
  description: string;
  /** Site path of the page that shows the same. */
  home: string;
  /** Site path of the page beside which the feed stands. */
  page: string;
  /** Null: the site. */
  author: { id: string; name: string } | null;
  count(): Promise<number>;
  listEntries(total: number, part: { skip: number; count: number }): Promise<FeedEntry[]>;
}

/** The page that the feed belongs to has another address now: a site path. */
export interface OldFeed {
  movedTo: string;
}

const articlesOfSite: FeedSource = {
  page: '/',
  query: [],
  async outline({ reader }, site) {
    return {
      thing: 'articles',
      title: null,
      description: site.settings.description,
      home: paths.articles(),
      page: '/',
      author: null,
      ...articlesOf(reader, site, { table: 'articles', ...newestFirst }),
    };
  },
};

const articlesOfAuthor: FeedSource = {
  page: '/author/:author_id',
  query: [],
  async outline({ reader, params: { author_id: id = '' } }, site) {
    const page = paths.author(id);
    const author = await findAuthor(reader, id);
    if (author === null) {
      const old = await findOldAddress(reader, page);
      return old?.leadsTo?.startsWith('/author/') ? { movedTo: old.leadsTo } : null;
    }
    const keys = await findEntryKeys(reader, 'authors', [id]);
    return {
      thing: `articles-of:${keys.get(id) ?? encodeURIComponent(id)}`,
      title: author.name,
      description: author.bioText,
      home: page,
      page,
      author,
      ...articlesOf(reader, site, {
        table: 'articles',
        filter: { column: 'author_id', value: id },
        ...newestFirst,
      }),
    };
  },
};

const articlesOfTag: FeedSource = {
  page: '/articles/tag/:tag',
  query: [],
  async outline({ reader, params: { tag = '' } }, site) {
    if (!(await isTagShown(reader, tag))) return null;
    const page = paths.tag(tag);
    return {
      thing: `articles-tagged:${encodeURIComponent(tag)}`,
      title: `#${tag}`,
      description: '',
      home: page,
      page,
      author: null,
      ...articlesOf(reader, site, {
        table: 'article_tags',
        filter: { column: 'tag', value: tag },
        keys: ['shown_from'],
        direction: 'desc',
      }),
    };
  },
};

const products: FeedSource = {
  page: '/product',
  query: ['category'],
  async outline({ reader, query }, site) {
    const id = query.get('category');
    const page = paths.products({ category: id });
    const category = id === null ? null : await findCategory(reader, id);
    if (id !== null && category === null) {
      const old = await findOldAddress(reader, page);
      return old?.leadsTo?.startsWith('/product?') ? { movedTo: old.leadsTo } : null;
    }
    const keys = id === null ? null : await findEntryKeys(reader, 'categories', [id]);
    const list = productList(id);
    return {
      thing: id === null ? 'products' : `products-of:${keys?.get(id) ?? encodeURIComponent(id)}`,
      title: category?.name ?? texts.products.title,
      description: category?.summary ?? '',
      home: page,
      page,
      author: null,
      count: () => countList(reader, list),
      async listEntries(total, part) {
        return listProductEntries(reader, site, await listIds(reader, list, total, part), siteAsAuthor(site));
      },
    };
  },
};

/** The feed of all entries of a kind, with what every kind has. */
function entriesOf(kind: DatedKind, page: string): FeedSource {
  return {
    page,
    query: [],
    async outline({ reader }, site) {
      const list: PagedList = { table: kind, ...newestFirst };
      return {
        thing: kind,
        title: kindPages[kind].label,
        description: '',
        home: page,
        page,
        author: null,
        count: () => countList(reader, list),
        async listEntries(total, part) {
          const ids = await listIds(reader, list, total, part);
          const described = { author: siteAsAuthor(site), categories: [] };
          return listKindEntries(reader, { site, kind, columns: [], describe: () => described }, ids);
        },
      };
    },
  };
}

/** Kinds whose feeds say more. */
const withOwnFeed: readonly Kind[] = ['articles', 'products'];

export const feedSources: readonly FeedSource[] = [
  articlesOfSite,
  articlesOfAuthor,
  articlesOfTag,
  products,
  ...kindNames.filter(isDated).flatMap((kind) => {
    const page = feedPage(kind);
    return page === null || withOwnFeed.includes(kind) ? [] : entriesOf(kind, page);
  }),
];

const newestFirst = { keys: ['published_at'], direction: 'desc' } as const;

function siteAsAuthor(site: FeedSite): FeedAuthor {
  return { name: site.settings.name, url: absoluteUrl(site, paths.home) };
}

function articlesOf(
  reader: Reader,
  site: SiteAddress,
  list: PagedList,
): Pick<FeedOutline, 'count' | 'listEntries'> {
  return {
    count: () => countList(reader, list),
    async listEntries(total, part) {
      return listArticleEntries(reader, site, await listIds(reader, list, total, part));
    },
  };
}

function productList(category: string | null): PagedList {
  if (category === null) return { table: 'products', ...newestFirst };
  const filter = { column: 'category_id', value: category } as const;
  return { table: 'product_categories', filter, keys: ['shown_from'], direction: 'desc' };
}
