import { parseListQuery, type ListQuery } from '#shared/list-query.ts';
import { paths } from '#shared/paths.ts';
import type { ProductListPayload } from '#shared/payloads.ts';
import type { Payloads } from '#shared/route-payloads.ts';
import { phrasesAt } from '#shared/relative-time.ts';
import type { LoaderRouteId } from '#shared/routes.ts';
import type { Reader } from '#server/freshness/reader.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import type { SignedIn } from '#server/features/accounts/sessions/viewers.ts';
import {
  findArticle,
  findNeighbours,
  listArticles,
  listArticlesById,
  listArticlesOfProduct,
  listArticlesOfTag,
} from '#server/features/articles/article-queries.ts';
import { listMostUsedTags } from '#server/features/articles/tag-queries.ts';
import { findAuthor } from '#server/features/authors/author-queries.ts';
import {
  findProduct,
  listCategories,
  listProducts,
  listProductsById,
  listProductsOfArticle,
  listRelatedProducts,
} from '#server/features/products/product-queries.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';
import { findSitePage } from '#server/features/site-pages/site-page-queries.ts';
import type { SearchMisses } from '#server/search/misses.ts';
import { inPreferredOrder } from './category-order.ts';
import { listFeatured } from './list-featured.ts';
import { articlesOf, loadSearch } from './search/load-search.ts';

/** Instead of data: this visitor is to be somewhere else, at a site path without the base path. */
export class SeeOther {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

export interface LoaderArgs {
  reader: Reader;
  accounts: Accounts;
  /** Null for everybody without a session. */
  signedIn: SignedIn | null;
  /** Decoded, in NFC. */
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** Told of words that are found nowhere. */
  noteMiss?: SearchMisses['note'];
}

/** Resolves to null when the address means nothing that a visitor may see: that is a 404. */
type Loader<Id extends LoaderRouteId> = (args: LoaderArgs) => Promise<Payloads[Id] | SeeOther | null>;

const mentionsShown = 6;
const relatedShown = 4;
const tagsShown = 24;

export const loaders: { readonly [Id in LoaderRouteId]: Loader<Id> } = {
  async layout({ reader }) {
    const { name, tagline, description, navigation, footer, fonts } = await readSiteSettings(reader);
    const payload = { name, tagline, description, navigation, footer };
    return fonts?.titles === 'off' ? { ...payload, titleFont: false } : payload;
  },

  index: loadProductList,
  product: loadProductList,

  async 'product-info-product_id'({ reader, params: { product_id: id = '' } }) {
    const product = await findProduct(reader, id);
    if (product === null) return null;
    const articles = await listArticlesOfProduct(reader, id, mentionsShown);
    const related = await listRelatedProducts(reader, product, relatedShown);
    return { ...product, articles, related, asOf: notePhrases(reader, datesOf(articles)) };
  },

  async articles({ reader, query }) {
    const listQuery = parseListQuery(query);
    const list = listQuery && (await listArticles(reader, listQuery));
    if (!list) return null;
    const tags = list.page === 1 ? await listMostUsedTags(reader, tagsShown) : [];
    return { ...list, tags, asOf: notePhrases(reader, datesOf(list.items)) };
  },

  async 'articles-tag-tag'({ reader, params: { tag = '' }, query }) {
    const listQuery = parseListQuery(query);
    const list = listQuery && (await listArticlesOfTag(reader, tag, listQuery.page));
    return list && { ...list, tag, asOf: notePhrases(reader, datesOf(list.items)) };
  },

  async 'articles-id'({ reader, params: { id = '' } }) {
    const article = await findArticle(reader, id);
    if (article === null) return null;
    const products = await listProductsOfArticle(reader, id);
    const neighbours = await findNeighbours(reader, article);
    return { ...article, products, ...neighbours, asOf: notePhrases(reader, datesOf([article])) };
  },

  async 'author-author_id'({ reader, params: { author_id: id = '' }, query }) {
    const listQuery = parseListQuery(query);
    const author = listQuery && (await findAuthor(reader, id));
    const articles = author && (await listArticles(reader, { page: listQuery.page, authorId: id }));
    return articles && { author, articles, asOf: notePhrases(reader, datesOf(articles.items)) };
  },

  async 'pages-id'({ reader, params: { id = '' } }) {
    return findSitePage(reader, id);
  },

  async search({ reader, query, noteMiss }) {
    const search = await loadSearch(reader, query, noteMiss);
    return search && { ...search, asOf: notePhrases(reader, datesOf(articlesOf(search))) };
  },

  async login({ accounts, signedIn, query }) {
    const payload = accounts.describeLogin(query);
    return signedIn === null ? payload : new SeeOther(payload.next ?? paths.account);
  },

  async account({ accounts, signedIn, query }) {
    if (signedIn === null) return new SeeOther(paths.loginFor(paths.account));
    return accounts.describeAccount(signedIn, query);
  },

  async 'account-saved'({ reader, signedIn }) {
    if (signedIn === null) return new SeeOther(paths.loginFor(paths.saved));
    const idsOf = (kind: string) =>
      signedIn.viewer.saved.flatMap((item) =>
        item.startsWith(`${kind}:`) ? item.slice(kind.length + 1) : [],
      );
    const products = await listProductsById(reader, idsOf('product'));
    const articles = await listArticlesById(reader, idsOf('article'));
    return { products, articles, asOf: notePhrases(reader, datesOf(articles)) };
  },

  'not-found': async () => null,
};

/** What a page says of these times is right until one of its phrases changes. */
function notePhrases(reader: Reader, times: readonly string[]): number {
  const { asOf, until } = phrasesAt(times, Date.parse(reader.now));
  if (until !== Infinity) reader.expiresAt(new Date(until).toISOString());
  return asOf;
}

function datesOf(articles: readonly { publishedAt: string }[]): string[] {
  return articles.map(({ publishedAt }) => publishedAt);
}

async function loadProductList({ reader, query }: LoaderArgs): Promise<ProductListPayload | null> {
  const listQuery = parseListQuery(query);
  if (listQuery === null) return null;
  const categories = await listCategories(reader);
  if (listQuery.category !== null && !categories.includes(listQuery.category)) return null;
  const list = await listProducts(reader, listQuery);
  if (list === null) return null;
  const settings = await readSiteSettings(reader);
  return {
    ...list,
    query: listQuery,
    categories: inPreferredOrder(categories, settings.categories),
    featured: isFrontPage(listQuery) ? await listFeatured(reader, settings.featured) : [],
  };
}

function isFrontPage({ category, sort, page }: ListQuery): boolean {
  return category === null && sort === 'newest' && page === 1;
}
