import { parseListQuery } from '#shared/list-query.ts';
import type { Payloads, ProductListPayload } from '#shared/payloads.ts';
import type { LoaderRouteId } from '#shared/routes.ts';
import type { Reader } from '#server/db/reader.ts';
import {
  findArticle,
  listArticles,
  listArticlesOfProduct,
} from '#server/features/articles/article-queries.ts';
import { findAuthor } from '#server/features/authors/author-queries.ts';
import {
  findProduct,
  listCategories,
  listProducts,
  listProductsOfArticle,
  listRelatedProducts,
} from '#server/features/products/product-queries.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';

interface LoaderArgs {
  reader: Reader;
  /** Decoded, in NFC. */
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
}

/** Resolves to null when the address means nothing that a visitor may see: that is a 404. */
type Loader<Id extends LoaderRouteId> = (args: LoaderArgs) => Promise<Payloads[Id] | null>;

const mentionsShown = 6;
const relatedShown = 4;

export const loaders: { readonly [Id in LoaderRouteId]: Loader<Id> } = {
  async layout({ reader }) {
    const { name, tagline, description, footer } = await readSiteSettings(reader);
    return { name, tagline, description, footer };
  },

  index: loadProductList,
  product: loadProductList,

  async 'product-info-product_id'({ reader, params: { product_id: id = '' } }) {
    const product = await findProduct(reader, id);
    if (product === null) return null;
    const articles = await listArticlesOfProduct(reader, id, mentionsShown);
    const related = await listRelatedProducts(reader, product, relatedShown);
    return { ...product, articles, related };
  },

  async articles({ reader, query }) {
    const listQuery = parseListQuery(query);
    return listQuery && listArticles(reader, listQuery);
  },

  async 'articles-id'({ reader, params: { id = '' } }) {
    const article = await findArticle(reader, id);
    return article && { ...article, products: await listProductsOfArticle(reader, id) };
  },

  async 'author-author_id'({ reader, params: { author_id: id = '' }, query }) {
    const listQuery = parseListQuery(query);
    const author = listQuery && (await findAuthor(reader, id));
    const articles = author && (await listArticles(reader, { page: listQuery.page, authorId: id }));
    return articles && { author, articles };
  },

  'not-found': async () => null,
};

async function loadProductList({ reader, query }: LoaderArgs): Promise<ProductListPayload | null> {
  const listQuery = parseListQuery(query);
  if (listQuery === null) return null;
  const categories = await listCategories(reader);
  if (listQuery.category !== null && !categories.includes(listQuery.category)) return null;
  const list = await listProducts(reader, listQuery);
  if (list === null) return null;
  const { categories: preferred } = await readSiteSettings(reader);
  return { ...list, query: listQuery, categories: inPreferredOrder(categories, preferred) };
}

function inPreferredOrder(categories: readonly string[], preferred: readonly string[]): string[] {
  const rank = (category: string) =>
    preferred.includes(category) ? preferred.indexOf(category) : preferred.length;
  return categories.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'zh-Hant-TW'));
}
