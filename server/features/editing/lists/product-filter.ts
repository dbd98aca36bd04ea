import { sql, type Kysely, type SqlBool } from 'kysely';
import { offerAt } from '#shared/offers/offers.ts';
import { offerColumns, toOffered } from '#server/content/offers/stored-offer.ts';
import type { Schema } from '#server/db/schema.ts';
import type { ProductFilter } from '#shared/editing/lists/product-facts.ts';
import { idsAbove, type CategoryRows } from '#server/content/category-tree.ts';
import type { ListFilter } from './list-filter.ts';

/** Products of the branch of a category, and the like. Null when it leaves nothing out. */
export function listFilterOf(filter: ProductFilter, categories: CategoryRows): ListFilter | null {
  const { category: top, availability, hasNoPicture, isOnSale } = filter;
  if (top === null && availability === null && !hasNoPicture && !isOnSale) return null;
  const below = [...categories.keys()].filter((id) => top !== null && idsAbove(categories, id).includes(top));
  const conditions = [
    sql<SqlBool>`products.id = entries.id`,
    ...(top === null ? [] : [sql<SqlBool>`products.category in (${sql.join([top, ...below])})`]),
    ...(availability === null ? [] : [sql<SqlBool>`products.now_availability = ${availability}`]),
    ...(isOnSale ? [mayBeOnSale] : []),
    ...(hasNoPicture ? [sql<SqlBool>`products.picture is null`] : []),
  ];
  const condition = sql<SqlBool>`exists (select 1 from products where ${sql.join(conditions, sql` and `)})`;
  return { condition, isOnSale };
}

/** Whether it may be in a sale, at some time: `findOnSale` says of few rows whether it is. */
const mayBeOnSale = sql<SqlBool>`(products.sale_price is not null or products.variants like '%"salePrice"%')`;

/** Ids of the products of which something is in a sale at that moment. */
export async function findOnSale(
  db: Kysely<Schema>,
  ids: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('products')
    .select(['id', ...offerColumns])
    .where('id', 'in', ids)
    .execute();
  const onSale = rows.filter((row) => {
    const offer = offerAt(toOffered(row), now);
    return [offer, ...offer.ofVariants].some(({ formerPrice }) => formerPrice !== null);
  });
  return new Set(onSale.map(({ id }) => id));
}
