import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { offerAt } from '#shared/offers/offers.ts';
import { offerColumns, toOffered } from '#server/content/offers/stored-offer.ts';
import type { Schema } from '#server/db/schema.ts';
import type { ProductFilter } from '#shared/editing/product-facts.ts';

/** Null when it leaves nothing out. */
export function productFilterOf(filter: ProductFilter): ProductFilter | null {
  const { category, availability, hasNoPicture, isOnSale } = filter;
  return category === null && availability === null && !hasNoPicture && !isOnSale ? null : filter;
}

/**
 * 1 for entries whose product the filter lets through: asked of rows that have been found, and not to find them. What has
 * only ever been a draft is none of them.
 */
export function isMatching(filter: ProductFilter | null): RawBuilder<number> {
  if (filter === null) return sql<number>`1`;
  const { category, availability, hasNoPicture, isOnSale } = filter;
  const conditions = [
    sql<SqlBool>`products.id = entries.id`,
    ...(category === null ? [] : [sql<SqlBool>`products.category = ${category}`]),
    ...(availability === null ? [] : [sql<SqlBool>`products.now_availability = ${availability}`]),
    ...(isOnSale ? [mayBeOnSale] : []),
    ...(hasNoPicture ? [sql<SqlBool>`products.picture is null`] : []),
  ];
  return sql<number>`case when exists (select 1 from products where ${sql.join(conditions, sql` and `)}) then 1 else 0 end`;
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
