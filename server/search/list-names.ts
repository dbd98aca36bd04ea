import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { visible } from '#server/db/visible.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { takeTurns } from './rests.ts';

/** So many of each kind: to compare a query with all of them takes 50 ms. */
const maxOfKind = 9_000;

/** What things are called and filed under, the newest first: for what sounds or is typed like a query. */
export function listNames(reader: Reader): Promise<string[]> {
  return reader.cached('names of everything', readNames);
}

async function readNames(reader: Reader): Promise<string[]> {
  reader.dependsOn(tags.names);
  const { db } = reader;
  const articles = await readNewest<{ title: string; tags: string }>(reader, 'articles', 'title, tags');
  const products = await readNewest<{ name: string; category: string }>(reader, 'products', 'name, category');
  const authors = await db.selectFrom('authors').select('name').orderBy('id').limit(1_000).execute();
  const pages = await db
    .selectFrom('pages')
    .select('title')
    .where('status', '=', 'published')
    .orderBy('id')
    .limit(1_000)
    .execute();
  const othersTurn = takeTurns();
  const labels = new Set<string>();
  for (const list of new Set(articles.map((article) => article.tags))) {
    await othersTurn();
    for (const label of JSON.parse(list) as string[]) labels.add(label);
  }
  const names = new Set<string>();
  for (const some of [
    products.map(({ category }) => category),
    labels,
    articles.map(({ title }) => title),
    products.map(({ name }) => name),
    authors.map(({ name }) => name),
    pages.map(({ title }) => title),
  ]) {
    await othersTurn();
    for (const name of some) names.add(name);
  }
  return [...names].slice(0, maxNames);
}

const maxNames = 20_000;

/** SQLite answers at once, and each row is looked up by itself: some 15 µs for one of a million. */
const rowsAtOnce = 500;

async function readNewest<Row>(
  { db, now }: Reader,
  table: 'articles' | 'products',
  columns: string,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let last: Place | undefined; found.length < maxOfKind;) {
    const isAfter: RawBuilder<unknown> =
      last === undefined ? sql`` : sql`and (published_at, id) < (${last.published_at}, ${last.id})`;
    const { rows } = await sql<Row & Place>`
      select ${sql.raw(columns)}, published_at, id from ${sql.table(table)}
      where ${visible(table, now)} ${isAfter} order by published_at desc, id desc limit ${rowsAtOnce}`.execute(
      db,
    );
    found.push(...rows);
    last = rows[rowsAtOnce - 1];
    if (last === undefined) break;
    await nextTurn();
  }
  return found.slice(0, maxOfKind);
}

interface Place {
  published_at: string;
  id: string;
}
