import { frontParts } from '#shared/kinds/site.ts';
import { isWholeList, type ListQuery } from '#shared/address/list-query.ts';
import type { FrontPayload, ProductListPayload } from '#shared/payload/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listNewestArticles } from '#server/features/articles/article-queries.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';
import { listFeatured } from './list-featured.ts';
import { loadProductList } from './load-product-list.ts';
import { datesOf, notePhrases } from './note-phrases.ts';

/** A row of the front page: with the products its HTML stays below 9 kB. */
const articlesShown = 3;

/** Reads the parts that the settings want on the front page, and nothing else. Null when the address means no list. */
export async function loadFront(reader: Reader, query: ListQuery): Promise<FrontPayload | null> {
  if (!isWholeList(query)) {
    const part = await loadProductList(reader, query);
    if (part === null) return null;
    const { table: _, ...cards } = part;
    // Its own address has the text, and the table.
    return { ...cards, textHtml: '', description: '', front: [], articles: [], asOf: 0 };
  }
  const { description, front = [...frontParts], featured } = await readSiteSettings(reader);
  const list = front.includes('products') ? await loadProductList(reader, query) : noList(query);
  if (list === null) return null;
  const articles = front.includes('articles') ? await listNewestArticles(reader, articlesShown) : [];
  const { featured: _, ...products } = list;
  return {
    // In the order of the page: gzip then finds each text that the page has shown, no more than 32 kB before.
    description,
    featured: front.includes('featured') ? await listFeatured(reader, featured) : [],
    front,
    // A row of titles: summaries would be a tenth of the page.
    articles: articles.map((article) => ({ ...article, summary: '' })),
    ...products,
    asOf: notePhrases(reader, datesOf(articles)),
  };
}

function noList(query: ListQuery): ProductListPayload {
  return {
    items: [],
    page: 1,
    pageCount: 1,
    total: 0,
    query,
    tree: [],
    textHtml: '',
    categories: [],
    featured: [],
  };
}
