import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import type { Schema } from '#server/db/schema.ts';
import { countProducts } from './columns/count-products.ts';
import { pageOfProducts } from './columns/page-of-products.ts';
import { ProductColumns } from './columns/product-columns.ts';
import {
  availabilityFacet,
  type FacetAnswer,
  type FacetQuestion,
  type ProductFacets,
} from './facet-question.ts';
import { offerCounts } from './offer-values.ts';
import { readProductsAfter } from './read-products.ts';

/** Products that a question may read. */
export const maxProductsInTransaction = 2_000;
/** Rows of one reading, between which others are answered. */
const batch = 200;

/**
 * Filters of lists as a transaction sees its products, of which each question reads all. Resolves to null where there
 * are too many for that.
 */
export async function facetsInTransaction(db: Kysely<Schema>): Promise<ProductFacets | null> {
  const oneMore = await db
    .selectFrom('products')
    .select('id')
    .where('status', '=', sql.lit('published'))
    .limit(1)
    .offset(maxProductsInTransaction)
    .executeTakeFirst();
  return oneMore ? null : { ask: (question) => answer(db, question) };
}

async function answer(db: Kysely<Schema>, question: FacetQuestion): Promise<FacetAnswer> {
  const { names, nowMs } = question;
  const kept = new Set([availabilityFacet, ...names]);
  const columns = new ProductColumns([...kept]);
  for (let id = ''; ;) {
    const read = await readProductsAfter(db, { names: kept, now: isoAt(nowMs) }, { id, count: batch });
    if (read === null) break;
    for (const product of read.products) if (product.publishedMs <= nowMs) columns.append(product);
    id = read.lastId;
    await nextTurn();
  }
  const counted = countProducts(columns, question);
  const { total, counts } = counted;
  return offerCounts({ ids: pageOfProducts(columns, counted, question), total, counts }, question);
}
