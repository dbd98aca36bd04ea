import { findCategoryRows, stepsTo } from '#server/content/category-tree.ts';
import { layoutSettings, type LayoutSettings, type SiteSettings } from '#shared/kinds/site.ts';
import { parseListQuery } from '#shared/address/list-query.ts';
import { parseFilteredList } from '#shared/address/product-filters.ts';
import { paths } from '#shared/address/paths.ts';
import { hasTypedPrice, parseSearchQuery, searchPath } from '#shared/search.ts';
import type { Payloads } from '#shared/payload/route-payloads.ts';
import type { LoaderRouteId } from '#shared/address/routes.ts';
import type { Reader } from '#server/freshness/reader.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import type { SignedIn } from '#server/features/accounts/sessions/viewers.ts';
import {
  findArticle,
  listArticles,
  listArticlesById,
  listArticlesOfProduct,
  listArticlesOfTag,
} from '#server/features/articles/article-queries.ts';
import { findMoreToRead } from '#server/features/articles/more-to-read.ts';
import { listMostUsedTags } from '#server/features/articles/tag-queries.ts';
import { findAuthor } from '#server/features/authors/author-queries.ts';
import {
  findProduct,
  listProductsById,
  listProductsOfArticle,
  listRelatedProducts,
} from '#server/features/products/product-queries.ts';
import { findLogo, readSiteSettings } from '#server/features/site/site-queries.ts';
import { findSitePage } from '#server/features/site-pages/site-page-queries.ts';
import { findSiteCard } from '#server/media/cards/card-queries.ts';
import type { ProductFacets } from '#server/facets/facet-question.ts';
import type { SearchMisses } from '#server/search/misses.ts';
import { listRecent } from './list-recent.ts';
import { loadFront } from './load-front.ts';
import { loadFilteredList } from './filters/load-filtered-list.ts';
import { loadProductList } from './load-product-list.ts';
import { Respelled, SeeOther, type Loaded } from './loaded.ts';
import { datesOf, notePhrases } from './note-phrases.ts';
import { articlesOf, loadSearch } from '../search/load-search.ts';
import { withWideCards } from './wide-cards.ts';

export interface LoaderArgs {
  reader: Reader;
  accounts: Accounts;
  /** Null for everybody without a session. */
  signedIn: SignedIn | null;
  /** Decoded, in NFC. */
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** Left out where lists have no filters, such as in a preview of too many products. */
  facets?: ProductFacets;
  /** Receives words that are found nowhere. */
  noteMiss?: SearchMisses['note'];
  /** Whether other sites know this one by an address; if not, nothing is announced to them. */
  isPublic?: boolean;
}

/** Resolves to null when the address means nothing that a visitor may see: that is a 404. */
type Loader<Id extends LoaderRouteId> = (args: LoaderArgs) => Promise<Loaded<Payloads[Id]> | null>;

const mentionsShown = 6;
const relatedShown = 4;
const tagsShown = 24;

function layoutOf(site: SiteSettings): LayoutSettings {
  // Each of the names is a setting.
  return Object.fromEntries(layoutSettings.map((name) => [name, site[name]])) as LayoutSettings;
}

export const loaders: { readonly [Id in LoaderRouteId]: Loader<Id> } = {
  async layout({ reader, isPublic = false }) {
    const site = await readSiteSettings(reader);
    const logo = await findLogo(reader);
    const card = isPublic ? await findSiteCard(reader) : null;
    return {
      ...layoutOf(site),
      ...(logo && { logo }),
      ...(site.fonts?.titles === 'off' && { titleFont: false }),
      ...(card !== null && { card }),
    };
  },

  async index({ reader, query }) {
    const listQuery = parseListQuery(query);
    return listQuery && loadFront(reader, listQuery);
  },

  async product({ reader, query, facets }) {
    const list = parseFilteredList(query);
    if (list === null) return null;
    if (facets) return loadFilteredList(reader, query, list, facets);
    const { page, category, sort } = list;
    return loadProductList(reader, { page, category, sort });
  },

  async 'product-info-product_id'({ reader, params: { product_id: id = '' }, query }) {
    const product = await findProduct(reader, id, query.get('variant'));
    if (product === null) return null;
    const articles = await listArticlesOfProduct(reader, id, mentionsShown);
    const related = await listRelatedProducts(reader, product, relatedShown);
    const categories =
      product.category === '' ? [] : stepsTo(await findCategoryRows(reader), product.category);
    return { ...product, categories, articles, related, asOf: notePhrases(reader, datesOf(articles)) };
  },

  async articles({ reader, query }) {
    const listQuery = parseListQuery(query);
    const list = listQuery && (await listArticles(reader, listQuery));
    if (!list) return null;
    const tags = list.page === 1 ? await listMostUsedTags(reader, tagsShown) : [];
    const items = withWideCards(list.items, list.page === 1 ? 1 : 0);
    return {
      ...list,
      items,
      tags,
      ...(list.total === 0 && { recent: await listRecent(reader) }),
      asOf: notePhrases(reader, datesOf(items)),
    };
  },

  async 'articles-tag-tag'({ reader, params: { tag = '' }, query }) {
    const listQuery = parseListQuery(query);
    const list = listQuery && (await listArticlesOfTag(reader, tag, listQuery.page));
    return (
      list && {
        ...list,
        items: withWideCards(list.items),
        tag,
        asOf: notePhrases(reader, datesOf(list.items)),
      }
    );
  },

  async 'articles-id'({ reader, params: { id = '' } }) {
    const article = await findArticle(reader, id);
    if (article === null) return null;
    const products = await listProductsOfArticle(reader, id);
    const more = await findMoreToRead(reader, article);
    const asOf = notePhrases(reader, datesOf([article, ...more.related]));
    return { ...article, products, ...more, asOf };
  },

  async 'author-author_id'({ reader, params: { author_id: id = '' }, query }) {
    const listQuery = parseListQuery(query);
    const author = listQuery && (await findAuthor(reader, id));
    const articles = author && (await listArticles(reader, { page: listQuery.page, authorId: id }));
    if (!articles) return null;
    const items = withWideCards(articles.items);
    return { author, articles: { ...articles, items }, asOf: notePhrases(reader, datesOf(items)) };
  },

  async 'pages-id'({ reader, params: { id = '' } }) {
    return findSitePage(reader, id);
  },

  async search({ reader, query, noteMiss }) {
    const own = parseSearchQuery(query);
    if (hasTypedPrice(query, own)) return new Respelled(searchPath(own));
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
