import { visible } from '#server/db/visible.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** So many of each kind: to compare a query with all of them takes 50 ms. */
const maxOfKind = 9_000;

/** What things are called and filed under, the newest first: for what sounds or is typed like a query. */
export function listNames(reader: Reader): Promise<string[]> {
  return reader.cached('names of everything', readNames);
}

async function readNames(reader: Reader): Promise<string[]> {
  reader.dependsOn(tags.names);
  const { db, now } = reader;
  const articles = await db
    .selectFrom('articles')
    .select(['title', 'tags'])
    .where(visible('articles', now))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOfKind)
    .execute();
  const products = await db
    .selectFrom('products')
    .select(['name', 'category'])
    .where(visible('products', now))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOfKind)
    .execute();
  const authors = await db.selectFrom('authors').select('name').orderBy('id').limit(1_000).execute();
  const pages = await db
    .selectFrom('pages')
    .select('title')
    .where('status', '=', 'published')
    .orderBy('id')
    .limit(1_000)
    .execute();
  const labels = articles.flatMap((article): string[] => JSON.parse(article.tags));
  const names = [
    ...products.flatMap(({ category }) => category),
    ...labels,
    ...articles.map(({ title }) => title),
    ...products.map(({ name }) => name),
    ...authors.map(({ name }) => name),
    ...pages.map(({ title }) => title),
  ];
  return [...new Set(names)].slice(0, maxNames);
}

const maxNames = 20_000;
