import { paths } from '#shared/address/paths.ts';
import type { Picture } from '#shared/payload/payloads.ts';
import { smallestFile } from '#shared/picture-files.ts';
import type { MarkedText, Suggestion } from '#shared/payload/search-payload.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listArticlesById } from '#server/features/articles/article-queries.ts';
import { listCategoryTree } from '#server/features/categories/category-queries.ts';
import { listProductsById } from '#server/features/products/product-queries.ts';
import { findTogether } from '#server/search/find-hits.ts';
import { markMatches } from '#server/search/text/marks.ts';
import { parseQuery, type QueryWord } from '#server/search/text/parse-query.ts';
import { inTurns } from './read-hits.ts';

const maxTitles = 8;
const maxNames = 2;

/** Categories and tags of this name, and the first articles and products with the words in their titles. */
export async function findSuggestions(reader: Reader, q: string): Promise<Suggestion[]> {
  const { words } = parseQuery(q);
  if (words.length === 0) return [];
  const request = { words, filters: {}, sort: 'relevance', skip: 0, limit: maxTitles } as const;
  const results = await findTogether(reader, async ({ hits }) => ({
    articles: await hits({ ...request, kind: 'articles' }),
    products: await hits({ ...request, kind: 'products' }),
  }));
  const articles = await listArticlesById(reader, results.articles.ids);
  const products = await listProductsById(reader, results.products.ids);
  const mark = (text: string) => markAll(text, words);

  const categories = (await listCategoryTree(reader)).map(({ id, name }) =>
    suggest('category', mark(name), paths.products({ category: id })),
  );
  // A tag of this name has found its articles.
  const tags = [...new Set(articles.flatMap((article) => article.tags))].map((tag) =>
    suggest('tag', mark(tag), paths.tag(tag)),
  );
  const ofProducts = products.map(({ id, name, picture }) =>
    suggest('product', mark(name), paths.product(id), picture),
  );
  const ofArticles = articles.map(({ id, title, cover }) =>
    suggest('article', mark(title), paths.article(id), cover),
  );
  return [
    ...[categories, tags].flatMap((names) => names.filter(isSuggestion).slice(0, maxNames)),
    ...share(ofProducts.filter(isSuggestion), ofArticles.filter(isSuggestion)),
  ];
}

/** Null where a word is missing: the hit has it in another text. */
function markAll(text: string, words: readonly QueryWord[]): MarkedText | null {
  const isWhole = words.every((word) => markMatches(text, [word]).some(({ isMarked }) => isMarked));
  return isWhole ? inTurns(markMatches(text, words)) : null;
}

function suggest(
  kind: Suggestion['kind'],
  title: MarkedText | null,
  path: string,
  picture: Picture | null = null,
): Suggestion | null {
  return title && { kind, title, path, picture: picture && smallestFile(picture) };
}

function isSuggestion(suggestion: Suggestion | null): suggestion is Suggestion {
  return suggestion !== null;
}

/** Takes as many as there is room for: half of each, and more of one where the other has less. */
function share(first: readonly Suggestion[], second: readonly Suggestion[]): Suggestion[] {
  const half = maxTitles / 2;
  const ofFirst = Math.min(first.length, Math.max(half, maxTitles - second.length));
  return [...first.slice(0, ofFirst), ...second.slice(0, maxTitles - ofFirst)];
}
