import type { Transaction } from 'kysely';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import type { ArticlesTable, ProductsTable, Schema, Status } from '#server/db/schema.ts';

export const counts = { products: 100_000, articles: 5_000 };

const batchSize = 500;
const categoryCount = 24;
const minuteMs = 60_000;
const tenYearsOfMinutes = 10 * 365 * 24 * 60;

/** Copies the sample content under new ids, dates, prices and categories, in one transaction, as an import writes. */
export async function fillCatalogue(db: Database): Promise<void> {
  const products = await db.read.selectFrom('products').selectAll().execute();
  const articles = await db.read.selectFrom('articles').selectAll().execute();
  await writeTransaction(db, async (trx) => {
    await insertInBatches(trx, 'products', counts.products, (i) => productLike(sampleOf(products, i), i));
    await insertInBatches(trx, 'articles', counts.articles, (i) => articleLike(sampleOf(articles, i), i));
    await insertInBatches(trx, 'article_products', counts.articles * 3, (i) => ({
      article_id: articleId(Math.floor(i / 3)),
      // Every thirtieth article names the first product, beside two that few others name.
      product_id: productId(i % 90 === 0 ? 0 : 1 + (scatter(i) % (counts.products - 1))),
      position: i % 3,
    }));
  });
}

export function productId(i: number): string {
  return i % 10 === 0 ? `商品-${i}` : `product-${i}`;
}

/** The first ones have far more products than the last ones. */
export function category(i: number): string {
  return `類別${Math.floor(categoryCount * ((scatter(i) % 1000) / 1000) ** 2)}`;
}

function productLike(sample: ProductsTable, i: number): ProductsTable {
  const price = scatter(i) % 50 === 0 ? null : 10 * (1 + (scatter(i + 1) % 600));
  const id = productId(i);
  return {
    ...sample,
    id,
    name: `${sample.name} ${i}`,
    price_twd: price,
    category: category(i),
    ...publication(i),
  };
}

function articleLike(sample: ArticlesTable, i: number): ArticlesTable {
  return { ...sample, id: articleId(i), title: `${sample.title} ${i}`, ...publication(i) };
}

/** Some are not to be seen. Some share their minute. */
function publication(i: number): { status: Status; published_at: string } {
  const chance = scatter(i + 2) % 100;
  const minutes = scatter(i + 3) % tenYearsOfMinutes;
  const time = Date.now() + (chance === 0 ? minutes : -minutes) * minuteMs;
  const published_at = new Date(Math.floor(time / minuteMs) * minuteMs).toISOString();
  return { status: chance === 1 ? 'draft' : chance === 2 ? 'archived' : 'published', published_at };
}

function articleId(i: number): string {
  return `article-${i}`;
}

/** The same number for the same `i` on every run, with no pattern between neighbours. */
function scatter(i: number): number {
  let x = Math.imul(i ^ (i >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}

function sampleOf<T>(samples: readonly T[], i: number): T {
  const sample = samples[i % samples.length];
  if (sample === undefined) throw new Error('there is no sample content to copy');
  return sample;
}

async function insertInBatches<T extends 'products' | 'articles' | 'article_products'>(
  trx: Transaction<Schema>,
  table: T,
  count: number,
  rowOf: (i: number) => Schema[T],
): Promise<void> {
  for (let from = 0; from < count; from += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, count - from) }, (_, i) => rowOf(from + i));
    await trx
      .insertInto(table as 'products')
      .values(rows as ProductsTable[])
      .execute();
  }
}
